// The reference of mirror: row by row, one thread.
__global__ void reference(const float* from, float* to, int rows, int cols) {
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) to[row * cols + (cols - 1 - col)] = from[row * cols + col];
}
