// The reference of the transpose with any pitch: the pitch does not change the result.
template <typename T>
__global__ void reference(const T* a, T* c, int rows, int cols, int pitch) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) c[j * rows + i] = a[i * cols + j];
}
