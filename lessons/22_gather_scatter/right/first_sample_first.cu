template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= period || k >= n) return;
    T s = a[k];
    for (int i = k + period; i < n; i += period) s += a[i];
    sums[k] = s + sums[k];
}
