// One thread does all the work.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    if (blockIdx.x + blockIdx.y + threadIdx.x > 0) return;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) c[i * cols + j] = column[i] + row[j];
}
