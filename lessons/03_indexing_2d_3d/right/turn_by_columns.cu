// Transpose a picture: its rows become columns. `from` has rows * cols pixels, `to` has cols * rows.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int first_col = blockIdx.x * blockDim.x, first_row = blockIdx.y * blockDim.y;
    int t = threadIdx.x + threadIdx.y * blockDim.x;
    int col = first_col + t / blockDim.y, row = first_row + t % blockDim.y;
    if (col >= cols || row >= rows) return;
    to[col * rows + row] = from[row * cols + col];
}
