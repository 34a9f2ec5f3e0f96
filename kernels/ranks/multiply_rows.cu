// Some rows of a times b: one thread per element of the result. Neighbouring threads read neighbouring elements of b.
__global__ void multiply_rows(const float* a, const float* b, float* c, int rows, int size) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (column >= size || row >= rows) return;
    float sum = 0;
    for (int k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
    c[row * size + column] = sum;
}
