// References to the eight elements: after each store the value is loaded again, because c might overlap the row.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    int top = 4 * blockIdx.y, left = 4 * blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 4; ++k) {
        int j = left + k * blockDim.x;
        if (j >= cols) return;
        const float& y = row[j];
        for (int i = top; i < top + 4 && i < rows; ++i) {
            const float& x = column[i];
            c[i * cols + j] = x + y;
        }
    }
}
