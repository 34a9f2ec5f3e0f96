// Reads and writes the element in each round, with relaxed atomic loads and stores.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int round = 0; round < rounds; ++round) {
        T x;
        __atomic_load(a + i, &x, __ATOMIC_RELAXED);
        x = x + T(1);
        __atomic_store(a + i, &x, __ATOMIC_RELAXED);
    }
}
