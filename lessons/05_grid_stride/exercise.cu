// c[i] = line[0] * a[i] + line[1] for all i < n, with any number of blocks.
template <typename T>
__global__ void on_a_line(const T* a, const T* line, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: this is one element per thread. Which other elements are this thread's? Read line[0] and line[1] once for all of them.
    if (i < n) c[i] = line[0] * a[i] + line[1];
}
