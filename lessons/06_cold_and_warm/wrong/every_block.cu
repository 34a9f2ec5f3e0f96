// Every block adds to all elements.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        T x = a[i];
        for (int round = 0; round < rounds; ++round) x = x + T(1);
        a[i] = x;
    }
}
