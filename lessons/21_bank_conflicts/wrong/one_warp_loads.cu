// One warp of the block loads the whole tile.
constexpr int TILE = 32;
template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE + 1];
    if (threadIdx.y < 1)
        for (int y = 0; y < 32; ++y) {
            int i = blockIdx.y * 32 + y, j = blockIdx.x * 32 + threadIdx.x;
            if (i < rows && j < cols) tile[y][threadIdx.x] = a[i * cols + j];
        }
    __syncthreads();
    int i = blockIdx.y * TILE + threadIdx.x, j = blockIdx.x * TILE + threadIdx.y;
    if (i < rows && j < cols) c[j * rows + (rows - 1 - i)] = tile[threadIdx.x][threadIdx.y];
}
