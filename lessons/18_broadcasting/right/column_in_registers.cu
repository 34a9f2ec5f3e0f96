// The four elements of the column first, and the columns of the tile one after another.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    int top = 4 * blockIdx.y;
    float x[4] = {};
    for (int i = 0; i < 4; ++i)
        if (top + i < rows) x[i] = column[top + i];
    for (int k = 0, j = 4 * blockIdx.x * blockDim.x + threadIdx.x; k < 4 && j < cols; ++k, j += blockDim.x) {
        float y = row[j], *out = c + top * cols + j;
        for (int i = 0; i < 4; ++i, out += cols)
            if (top + i < rows) *out = x[i] + y;
    }
}
