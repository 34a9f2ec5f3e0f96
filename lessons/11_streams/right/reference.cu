// Cool the cups first .. first + count - 1 of n for `rounds` steps towards a room of 20 degrees.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    if (first + k >= n) return;
    T& warm = c[first + k];
    warm = a[first + k];
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
}
