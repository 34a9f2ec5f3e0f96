// The threads of all blocks compute one element each, and block 0 computes all the rest.
template <typename T>
__global__ void on_a_line(const T* a, const T* line, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    T slope = line[0], offset = line[1];
    if (i < n) c[i] = slope * a[i] + offset;
    if (blockIdx.x > 0) return;
    for (int k = threads + threadIdx.x; k < n; k += blockDim.x) c[k] = slope * a[k] + offset;
}
