// One thread collects all sums.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int k = 0; k < period; ++k) {
        T sum = T(0);
        for (int i = k; i < n; i += period) sum = sum + a[i];
        sums[k] = sum;
    }
}
