// The column in shared memory, read by warps that do not wait for the one that fills it.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    __shared__ float x[4];
    int top = 4 * blockIdx.y, left = 4 * blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 4) x[threadIdx.x] = top + threadIdx.x < rows ? column[top + threadIdx.x] : 0;
    for (int k = 0; k < 4; ++k) {
        int j = left + k * blockDim.x;
        if (j >= cols) return;
        float y = row[j];
        for (int i = 0; i < 4 && top + i < rows; ++i) c[(top + i) * cols + j] = x[i] + y;
    }
}
