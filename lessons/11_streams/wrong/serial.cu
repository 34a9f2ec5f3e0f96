// One thread does all the work.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = first; i < first + count && i < n; ++i) {
        T warm = a[i];
        for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
        c[i] = warm;
    }
}
