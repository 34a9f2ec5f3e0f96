// One lane per element, 8 products at a time: neighbouring lanes store neighbouring elements, with many more requests.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int threads = gridDim.x * blockDim.x;
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < 4 * n; at += threads) {
        const float *x = a + at / 4 * 4, *y = b + at / 4 * 4;
        int row = at % 4 / 2, column = at % 2;
        c[at] = x[2 * row] * y[column] + x[2 * row + 1] * y[2 + column] -
                (y[2 * row] * x[column] + y[2 * row + 1] * x[2 + column]);
    }
}
