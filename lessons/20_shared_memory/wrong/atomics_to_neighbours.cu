// Each thread loads one element and adds it to all sums that need it, and to what c held before.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T element = a[i];
    for (int k = i - radius; k <= i + radius; ++k)
        if (k >= 0 && k < n) atomicAdd(&c[k], element);
}
