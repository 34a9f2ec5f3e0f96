// The first block strides through the array, and all other blocks do nothing.
template <typename T>
__global__ void on_a_line(const T* a, const T* line, T* c, int n) {
    if (blockIdx.x > 0) return;
    T slope = line[0], offset = line[1];
    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = slope * a[i] + offset;
}
