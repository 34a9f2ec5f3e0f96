// Guarded at the end of the array and not at the end of the chunk: the last block goes on into the next chunk.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T warm = a[i];
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
    c[i] = warm;
    (void)count;
}
