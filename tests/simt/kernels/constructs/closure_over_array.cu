template <typename F>
__device__ void apply(int n, F f) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}
__global__ void k(float* a, int n, float s) {
    apply(n, [=](int i) { a[i] = a[i] * s; });
    float v[4] = {1, 2, 3, 4};
    int k = threadIdx.x & 3;
    a[threadIdx.x] += v[k];
    switch (k) {
        case 0:
            a[threadIdx.x] += 1;
            break;
        case 1:
            a[threadIdx.x] += 2;
        case 2:
            a[threadIdx.x] += 3;
            break;
        default:
            break;
    }
}
