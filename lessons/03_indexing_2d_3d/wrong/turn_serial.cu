// One thread does all the work.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y > 0) return;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) to[col * rows + row] = from[row * cols + col];
}
