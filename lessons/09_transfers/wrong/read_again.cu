// The numbers of A and B are read again for every output.
template <typename T>
__global__ void products_twice(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const T* x = a + 4 * i;
    const T* y = b + 4 * i;
    T p0 = x[0] * y[0] + x[1] * y[2], p1 = x[0] * y[1] + x[1] * y[3];
    T p2 = x[2] * y[0] + x[3] * y[2], p3 = x[2] * y[1] + x[3] * y[3];
    T* out = c + 4 * i;
    out[0] = p0 * y[0] + p1 * y[2];
    out[1] = p0 * y[1] + p1 * y[3];
    out[2] = p2 * y[0] + p3 * y[2];
    out[3] = p2 * y[1] + p3 * y[3];
}
