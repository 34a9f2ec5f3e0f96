// The right picture, but within a block each row of threads begins one column further on: neighbouring threads move pixels that are a
// row and a column apart.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int t = threadIdx.x + threadIdx.y * blockDim.x;
    int y = t % blockDim.y, x = (t / blockDim.y + y) % blockDim.x;
    int col = blockIdx.x * blockDim.x + x, row = blockIdx.y * blockDim.y + y;
    if (col >= cols || row >= rows) return;
    to[col * rows + row] = from[row * cols + col];
}
