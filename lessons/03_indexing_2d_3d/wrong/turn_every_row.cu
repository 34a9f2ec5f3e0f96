// Every thread moves a whole column, so all threads of a column write the same elements.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols) return;
    for (int row = 0; row < rows; ++row) to[col * rows + row] = from[row * cols + col];
}
