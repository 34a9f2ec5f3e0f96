// The tile in shared memory has room for 256 threads.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    __shared__ float tile[256];
    int width = blockDim.x, height = blockDim.y, t = threadIdx.y * width + threadIdx.x;
    int col = blockIdx.x * width + threadIdx.x, row = blockIdx.y * height + threadIdx.y;
    if (col < cols && row < rows) tile[t] = from[row * cols + col];
    __syncthreads();
    int x = t / height, y = t % height;
    col = blockIdx.x * width + x, row = blockIdx.y * height + y;
    if (col < cols && row < rows) to[col * rows + row] = tile[y * width + x];
}
