// c = a + b with the same launch for every n: there may be many more elements than threads.
template <typename T>
__global__ void vector_add_fixed_launch(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads_in_grid = gridDim.x * blockDim.x;
    for (; i < n; i += threads_in_grid) c[i] = a[i] + b[i];
}
