// Writes zeros past the chunk: results of another chunk are lost.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int local = blockIdx.x * blockDim.x + threadIdx.x;
    int i = first + local;
    if (i >= n) return;
    T warm = a[i];
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
    c[i] = local < count ? warm : T(0);
}
