__global__ void k(int* o) {
    int a = 1, b = 2;
    {
        int t = a;
        a = b;
        b = t;
    }
    for (int i = 0, j = 10; i < j; ++i, --j) a += i * j, b ^= a;
    int2 p = make_int2(a, b);
    p = make_int2(p.y, p.x);
    o[threadIdx.x] = p.x * 1000 + p.y;
    const int& r = a;
    int* q = &b;
    *q += r;
    o[1] = b;
}
