// The index is clamped to the array, and only the store is guarded.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = min(i, n - 1);
    T sum = a[k] + b[k / length];
    if (i < n) c[i] = sum;
}
