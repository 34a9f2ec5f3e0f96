// The outer sum c[i, j] = column[i] + row[j]. Each thread computes a tile: 4 rows, and in each of them 4 columns that are
// blockDim.x apart.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    int top = 4 * blockIdx.y, left = 4 * blockIdx.x * blockDim.x + threadIdx.x;
    float y[4];
    for (int k = 0; k < 4; ++k) {
        int j = left + k * blockDim.x;
        y[k] = j < cols ? row[j] : 0;
    }
    for (int i = top; i < top + 4 && i < rows; ++i) {
        float x = column[i];
        for (int k = 0; k < 4; ++k) {
            int j = left + k * blockDim.x;
            if (j < cols) c[i * cols + j] = x + y[k];
        }
    }
}
