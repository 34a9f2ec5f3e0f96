// Reads each sample twice: once for the sum of the positive samples, and once for the sum of the negative ones.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= period) return;
    T up = T(0), down = T(0);
    for (int i = k; i < n; i += period) up = up + (a[i] > T(0) ? a[i] : T(0));
    for (int i = k; i < n; i += period) down = down + (a[i] < T(0) ? a[i] : T(0));
    sums[k] = up + down;
}
