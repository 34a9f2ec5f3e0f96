// Pairs, with stores of single lanes that lower the sectors per request.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x), lane = threadIdx.x % 32;
    if (i >= n) return;
    T s = a[i] + b[i];
    c[i] = s;
    for (int k = 0; k < 4; ++k) if (lane == k) c[i] = s;
    if (i + 1 < n) {
        T u = a[i + 1] + b[i + 1];
        c[i + 1] = u;
        for (int k = 0; k < 4; ++k) if (lane == k) c[i + 1] = u;
    }
}
