// Transpose a picture: its rows become columns. `from` has rows * cols pixels, `to` has cols * rows.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows) return;
    // TODO: this copies the picture. How many pixels does a row of `to` have, and which pixel of it is this one?
    to[row * cols + col] = from[row * cols + col];
}
