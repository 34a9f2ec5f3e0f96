// Step 2: a grid-stride loop, so that the grid need not grow with n. Each thread strides through the array by the number of
// threads in the grid; in every iteration a warp still accesses neighbouring elements.
template <typename T>
__global__ void vector_add_grid_stride(const T* a, const T* b, T* c, int n) {
    //[loop]
    int stride = gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) c[i] = a[i] + b[i];
    //[/loop]
}
