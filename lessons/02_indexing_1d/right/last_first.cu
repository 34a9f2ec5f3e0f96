// c = a + b. The grid has one thread for every two elements.
template <typename T>
__device__ void add(const T& x, const T& y, T& sum) {
    sum = x + y;
}
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    unsigned k = (2 * blockIdx.x + 1) * blockDim.x + threadIdx.x;
    if (k < n) add(a[k], b[k], c[k]);
    k -= blockDim.x;
    if (k < n) add(a[k], b[k], c[k]);
}
