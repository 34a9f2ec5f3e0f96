// One thread does all the work.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        T x = a[i];
        for (int round = 0; round < rounds; ++round) x = x + T(1);
        a[i] = x;
    }
}
