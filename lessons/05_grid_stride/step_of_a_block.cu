// Wrong on purpose: the step is the number of threads in a block, so all blocks go on to the same elements.
template <typename T>
__global__ void add_step_of_a_block(const T* a, const T* b, T* c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i];  //[loop]
}
