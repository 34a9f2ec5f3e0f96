// Folds a signal: sums[k] is the sum of a[k], a[k + period], a[k + 2 * period], ... There are `period` sums, which begin as 0.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: several threads add to one sum, and updates are lost. Let each thread collect a sum of its own instead.
    sums[i % period] = sums[i % period] + a[i];
}
