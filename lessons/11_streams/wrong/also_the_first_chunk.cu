// Everything up to the chunk's end is cooled, the chunks before it as well.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int end = min(first + count, n);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) {
        T warm = a[i];
        for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
        c[i] = warm;
    }
}
