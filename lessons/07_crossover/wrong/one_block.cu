// The first block strides through the array, and all other blocks do nothing.
template <typename T>
__global__ void vector_add_fixed_launch(const T* a, const T* b, T* c, int n) {
    if (blockIdx.x > 0) return;
    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i];
}
