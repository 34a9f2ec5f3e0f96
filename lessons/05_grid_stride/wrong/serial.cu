// One thread does all the work.
template <typename T>
__global__ void on_a_line(const T* a, const T* line, T* c, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    T slope = line[0], offset = line[1];
    for (int i = 0; i < n; ++i) c[i] = slope * a[i] + offset;
}
