// Each thread takes 4 columns side by side: few loads, and neighbouring lanes store elements that are 4 apart.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    int top = 4 * blockIdx.y, left = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float y[4];
    for (int k = 0; k < 4; ++k) y[k] = left + k < cols ? row[left + k] : 0;
    for (int i = top; i < top + 4 && i < rows; ++i) {
        float x = column[i];
        for (int k = 0; k < 4; ++k)
            if (left + k < cols) c[i * cols + left + k] = x + y[k];
    }
}
