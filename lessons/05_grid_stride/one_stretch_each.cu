// Each thread takes a stretch of consecutive elements. The result is right, but neighbouring threads access elements that are a
// whole stretch apart.
template <typename T>
__global__ void add_one_stretch_each(const T* a, const T* b, T* c, int n) {
    //[loop]
    int threads = gridDim.x * blockDim.x;
    int each = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each && i < n; ++i) c[i] = a[i] + b[i];
    //[/loop]
}
