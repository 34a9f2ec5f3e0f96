// The reference of the copy of a view.
__global__ void reference(const float* a, float* c, int rows, int cols, int offset, int s0, int s1) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) c[i * cols + j] = a[offset + i * s0 + j * s1];
}
