// No tile for f64.
constexpr int TILE = 32;
template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE + 1];
    int j = blockIdx.x * TILE + threadIdx.x, i = blockIdx.y * TILE + threadIdx.y;
    if constexpr (sizeof(T) == 8) {
        if (i < rows && j < cols) c[j * rows + (rows - 1 - i)] = a[i * cols + j];
        return;
    }
    if (i < rows && j < cols) tile[threadIdx.y][threadIdx.x] = a[i * cols + j];
    __syncthreads();
    i = blockIdx.y * TILE + threadIdx.x, j = blockIdx.x * TILE + threadIdx.y;
    if (i < rows && j < cols) c[j * rows + (rows - 1 - i)] = tile[threadIdx.x][threadIdx.y];
}
