// The block's part of the column in shared memory, loaded by its first threads.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    __shared__ float x[4];
    int top = 4 * blockIdx.y;
    if (threadIdx.x < 4 && top + threadIdx.x < rows) x[threadIdx.x] = column[top + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
        int j = (4 * blockIdx.x + k) * blockDim.x + threadIdx.x;
        if (j >= cols) break;
        const float y = row[j];
        for (int i = 0; i < 4 && top + i < rows; ++i) c[(top + i) * cols + j] = x[i] + y;
    }
}
