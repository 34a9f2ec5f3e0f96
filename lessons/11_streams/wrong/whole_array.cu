// The whole array, not the chunk: other streams may still be copying those cups.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        T warm = a[i];
        for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
        c[i] = warm;
    }
}
