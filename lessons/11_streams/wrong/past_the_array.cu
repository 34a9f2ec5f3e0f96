// The right cups, but the last chunk may end past the array.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    T warm = a[first + k];
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
    c[first + k] = warm;
}
