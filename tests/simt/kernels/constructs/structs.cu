struct In {
    float4 v;
    int n;
    float m[3];
};
struct Out {
    double d;
    In in;
};
__device__ Out make(In i) {
    Out o;
    o.d = i.n;
    o.in = i;
    return o;
}
__global__ void k(In a, Out* o, float4* q) {
    a.n++;
    In b = a;
    b.m[threadIdx.x % 3] = 2;
    Out r = make(b);
    o[threadIdx.x] = r;
    float4 x = q[threadIdx.x];
    x.x += x.w;
    q[threadIdx.x] = x;
    q[1] = make_float4(1, 2, 3, r.in.v.x);
}
