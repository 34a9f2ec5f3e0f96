// Threads beyond the last sum store as well.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = T(0);
    for (int i = k; i < n; i += period) sum = sum + a[i];
    sums[k] = sum;
}
