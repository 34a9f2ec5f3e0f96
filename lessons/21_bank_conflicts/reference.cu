// The reference of the transposes: element by element.
template <typename T>
__global__ void reference(const T* a, T* c, int rows, int cols) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) c[j * rows + i] = a[i * cols + j];
}
