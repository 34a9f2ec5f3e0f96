// Transpose a picture: its rows become columns. `from` has rows * cols pixels, `to` has cols * rows.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    __shared__ float tile[1024];
    int width = blockDim.x, height = blockDim.y;
    int col = blockIdx.x * width + threadIdx.x, row = blockIdx.y * height + threadIdx.y;
    if (col < cols && row < rows) tile[threadIdx.y * width + threadIdx.x] = from[row * cols + col];
    __syncthreads();
    int t = threadIdx.y * width + threadIdx.x;
    int x = t / height, y = t % height;
    col = blockIdx.x * width + x;
    row = blockIdx.y * height + y;
    if (col < cols && row < rows) to[col * rows + row] = tile[y * width + x];
}
