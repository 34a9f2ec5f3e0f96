// Every block cools the whole chunk: the result is right, and every cup is written by all blocks.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    for (int i = first + threadIdx.x; i < first + count && i < n; i += blockDim.x) {
        T warm = a[i];
        for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
        c[i] = warm;
    }
}
