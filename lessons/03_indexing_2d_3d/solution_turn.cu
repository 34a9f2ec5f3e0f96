// Transpose a picture: its rows become columns. `from` has rows * cols pixels, `to` has cols * rows.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows) return;
    to[col * rows + row] = from[row * cols + col];
}
