// The columns of a thread are 32 apart: those of the first warp are also those of the next one.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    int top = 4 * blockIdx.y, left = 4 * blockIdx.x * blockDim.x + threadIdx.x;
    float y[4];
    for (int k = 0; k < 4; ++k) y[k] = left + 32 * k < cols ? row[left + 32 * k] : 0;
    for (int i = top; i < top + 4 && i < rows; ++i) {
        float x = column[i];
        for (int k = 0; k < 4; ++k)
            if (left + 32 * k < cols) c[i * cols + left + 32 * k] = x + y[k];
    }
}
