// The first warp loads the elements that the whole block needs.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    __shared__ float y[4096], x[4];
    int top = 4 * blockIdx.y, left = 4 * blockIdx.x * blockDim.x;
    if (threadIdx.x < 32) {
        for (int k = threadIdx.x; k < 4 * blockDim.x && left + k < cols; k += 32) y[k] = row[left + k];
        if (threadIdx.x < 4 && top + threadIdx.x < rows) x[threadIdx.x] = column[top + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 4 && top + i < rows; ++i)
        for (int k = threadIdx.x; k < 4 * blockDim.x && left + k < cols; k += blockDim.x)
            c[(top + i) * cols + left + k] = x[i] + y[k];
}
