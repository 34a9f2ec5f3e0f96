// Even lanes add for their odd neighbours, which get the results by shuffles.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = i < n ? a[i] : T(0), y = __shfl_down_sync(0xffffffffu, x, 1);
    if (threadIdx.x % 2 == 0)
        for (int r = 0; r < rounds; ++r) {
            x += T(1);
            y += T(1);
        }
    y = __shfl_up_sync(0xffffffffu, y, 1);
    if (i < n) a[i] = threadIdx.x % 2 ? y : x;
}
