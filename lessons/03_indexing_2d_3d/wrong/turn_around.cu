// The picture is turned by a quarter: transposed, and mirrored as well.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows) return;
    to[col * rows + (rows - 1 - row)] = from[row * cols + col];
}
