// trace[i] = the trace of A[i] B[i], for n pairs of 2 x 2 matrices, row-major one after another.
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const T &x0 = a[4 * i], &x1 = a[4 * i + 1], &x2 = a[4 * i + 2], &x3 = a[4 * i + 3];
        const T &y0 = b[4 * i], &y1 = b[4 * i + 1], &y2 = b[4 * i + 2], &y3 = b[4 * i + 3];
        T& sum = trace[i];
        sum = x0 * y0 + x1 * y2 + x2 * y1 + x3 * y3;
    }
}
