// The reference of transpose: row by row, one thread.
__global__ void reference(const float* from, float* to, int rows, int cols) {
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) to[col * rows + row] = from[row * cols + col];
}
