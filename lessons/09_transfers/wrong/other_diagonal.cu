// The other diagonal of the product.
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const T* x = a + 4 * i;
    const T* y = b + 4 * i;
    trace[i] = (x[0] * y[1] + x[1] * y[3]) + (x[2] * y[0] + x[3] * y[2]);
}
