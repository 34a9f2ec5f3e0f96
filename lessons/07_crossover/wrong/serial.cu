// One thread does all the work.
template <typename T>
__global__ void vector_add_fixed_launch(const T* a, const T* b, T* c, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
