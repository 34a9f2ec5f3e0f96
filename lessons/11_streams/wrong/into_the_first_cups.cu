// Reads the right cups and writes the first ones.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count || first + k >= n) return;
    T warm = a[first + k];
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
    c[k] = warm;
}
