// The reference of the addition with strides: one thread, element by element.
__global__ void reference(const float* a, const float* b, float* c, int rows, int cols, int a0, int a1, int b0, int b1) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) c[i * cols + j] = a[i * a0 + j * a1] + b[i * b0 + j * b1];
}
