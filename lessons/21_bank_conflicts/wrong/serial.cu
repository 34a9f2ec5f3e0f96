// One thread moves all elements.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y > 0) return;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) c[j * rows + (rows - 1 - i)] = a[i * cols + j];
}
