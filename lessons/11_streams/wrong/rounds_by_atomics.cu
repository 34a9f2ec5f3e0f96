// The temperature is kept in the array and changed by an atomic addition in each round.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, i = first + k;
    if (k >= count || i >= n) return;
    T warm = a[i];
    c[i] = warm;
    for (int round = 0; round < rounds; ++round) {
        T change = (T(20) - warm) * T(0.01);
        warm = atomicAdd(&c[i], change) + change;
    }
}
