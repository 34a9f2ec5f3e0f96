// The lanes load and store together, but compute one after another.
__device__ float4 product(float4 x, float4 y) {
    return make_float4(x.x * y.x + x.y * y.z, x.x * y.y + x.y * y.w, x.z * y.x + x.w * y.z, x.z * y.y + x.w * y.w);
}
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = ((const float4*)a)[i], y = ((const float4*)b)[i], r;
    for (int l = 0; l < 32; ++l)
        if (threadIdx.x % 32 == l) {
            float4 p = product(x, y), q = product(y, x);
            r = make_float4(p.x - q.x, p.y - q.y, p.z - q.z, p.w - q.w);
        }
    ((float4*)c)[i] = r;
}
