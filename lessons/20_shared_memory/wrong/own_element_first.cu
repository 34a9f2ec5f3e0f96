// Each thread stores its own element, and then adds it to the other sums that need it, which may not have been stored yet.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T element = i < n ? a[i] : T(0);
    if (i < n) c[i] = element;
    __syncthreads();
    for (int k = i - radius; k <= i + radius; ++k)
        if (i < n && k >= 0 && k < n && k != i) atomicAdd(&c[k], element);
}
