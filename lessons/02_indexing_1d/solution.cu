// c = a + b. The grid has one thread for every two elements.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    int k = i + blockDim.x;
    if (i < n) c[i] = a[i] + b[i];
    if (k < n) c[k] = a[k] + b[k];
}
