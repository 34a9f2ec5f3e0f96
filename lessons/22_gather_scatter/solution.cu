// Folds a signal: sums[k] is the sum of a[k], a[k + period], a[k + 2 * period], ... There are `period` sums, which begin as 0.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= period) return;
    T sum = T(0);
    for (int i = k; i < n; i += period) sum = sum + a[i];
    sums[k] = sum;
}
