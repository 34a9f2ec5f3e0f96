// C[i] = A[i] B[i] - B[i] A[i] for n matrices of 2 x 2, row-major one after another. The grid has a thread for each of them.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* x = a + 4 * i;
    const float* y = b + 4 * i;
    float* out = c + 4 * i;
    // TODO: loads and stores one element at a time, and loads again after each store, which may have changed a or b.
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column) {
            float forth = x[2 * row] * y[column] + x[2 * row + 1] * y[2 + column];
            float back = y[2 * row] * x[column] + y[2 * row + 1] * x[2 + column];
            out[2 * row + column] = forth - back;
        }
}
