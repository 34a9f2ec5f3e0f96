// Keeps the element of the column, and loads that of the row for each output.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    int top = 4 * blockIdx.y, left = 4 * blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = top; i < top + 4 && i < rows; ++i) {
        float x = column[i];
        for (int j = left; j < left + 4 * (int)blockDim.x && j < cols; j += blockDim.x) c[i * cols + j] = x + row[j];
    }
}
