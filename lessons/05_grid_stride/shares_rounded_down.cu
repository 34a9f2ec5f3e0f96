// Wrong on purpose: a stretch of consecutive elements per thread, whose length is rounded down.
template <typename T>
__global__ void add_shares_rounded_down(const T* a, const T* b, T* c, int n) {
    int threads = gridDim.x * blockDim.x;
    int each = max(1, n / threads);
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each && i < n; ++i) c[i] = a[i] + b[i];
}
