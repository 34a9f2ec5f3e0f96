// All loads before all stores: each element is loaded once, but one at a time.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[4], y[4];
    for (int k = 0; k < 4; ++k) x[k] = a[4 * i + k], y[k] = b[4 * i + k];
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            c[4 * i + 2 * row + column] = x[2 * row] * y[column] + x[2 * row + 1] * y[2 + column] -
                                          (y[2 * row] * x[column] + y[2 * row + 1] * x[2 + column]);
}
