// A quarter of the warps do the work, four rows each.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE + 1];
    int row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    if (threadIdx.y < 8)
        for (int y = threadIdx.y; y < TILE; y += 8)
            if (row + y < rows && column + threadIdx.x < cols) tile[y][threadIdx.x] = a[(row + y) * cols + column + threadIdx.x];
    __syncthreads();
    if (threadIdx.y >= 8) return;
    for (int y = threadIdx.y; y < TILE; y += 8)
        if (row + threadIdx.x < rows && column + y < cols)
            c[(column + y) * rows + rows - 1 - (row + threadIdx.x)] = tile[threadIdx.x][y];
}
