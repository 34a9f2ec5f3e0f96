// The reference of the outer sum in strips.
__global__ void reference(const float* column, const float* row, float* c, int rows, int cols, int tall) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) c[i * cols + j] = column[i] + row[j];
}
