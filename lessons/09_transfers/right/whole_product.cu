// trace[i] = the trace of A[i] B[i], for n pairs of 2 x 2 matrices, row-major one after another.
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T x[4], y[4], c[2][2];
    for (int k = 0; k < 4; ++k) x[k] = a[4 * i + k], y[k] = b[4 * i + k];
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column) c[row][column] = x[2 * row] * y[column] + x[2 * row + 1] * y[2 + column];
    trace[i] = c[0][0] + c[1][1];
}
