// The step is the number of threads in a block, so several blocks write the same elements.
template <typename T>
__global__ void on_a_line(const T* a, const T* line, T* c, int n) {
    T slope = line[0], offset = line[1];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) c[i] = slope * a[i] + offset;
}
