// c = a + b with any number of blocks.
template <typename T>
__global__ void add(const T* a, const T* b, T* c, int n) {
    int step = gridDim.x * blockDim.x;
    int first = blockIdx.x * blockDim.x + threadIdx.x;  //[line]
    for (int i = first; i < n; i += step) c[i] = a[i] + b[i];
}
