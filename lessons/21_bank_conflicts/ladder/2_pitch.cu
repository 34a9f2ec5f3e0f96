// A tiled transpose. Only the declaration of the tile is missing.
constexpr int TILE = 32;

template <typename T>
__global__ void transpose_tiled(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE + 1];  //[line]
    int row = blockIdx.y * TILE, column = blockIdx.x * TILE, x = threadIdx.x, y = threadIdx.y;
    if (row + y < rows && column + x < cols) tile[y][x] = a[(row + y) * cols + column + x];
    __syncthreads();
    if (row + x < rows && column + y < cols) c[(column + y) * rows + row + x] = tile[x][y];
}
