// The first warp of each block reads the pixels for all threads, which then write them.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    __shared__ float tile[1024];
    int t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y;
    if (t < 32)
        for (int k = t; k < size; k += 32) {
            int c = blockIdx.x * blockDim.x + k % blockDim.x, r = blockIdx.y * blockDim.y + k / blockDim.x;
            if (c < cols && r < rows) tile[k] = from[r * cols + c];
        }
    __syncthreads();
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < cols && row < rows) to[col * rows + row] = tile[t];
}
