// The reference of the kernel that numbers a view.
__global__ void reference(int* order, int rows, int cols, int offset, int s0, int s1) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) order[offset + i * s0 + j * s1] = i * cols + j;
}
