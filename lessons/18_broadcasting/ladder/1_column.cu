// c = a + b, where a is a matrix and b is a column: one number for each row.
__global__ void add_column(const float* a, const float* b, float* c, int rows, int cols, int a0, int a1, int, int) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    int i = t / cols, j = t % cols;
    int b0 = 1, b1 = 0;  //[line]
    c[t] = a[i * a0 + j * a1] + b[i * b0 + j * b1];
}
