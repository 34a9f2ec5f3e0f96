// The tile is loaded, and each thread writes one of its elements to c.
constexpr int TILE = 32;

template <typename T>
__global__ void transpose_tiled(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE];
    int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE, x = threadIdx.x, y = threadIdx.y;
    if (first_row + y < rows && first_column + x < cols) tile[y][x] = a[(first_row + y) * cols + first_column + x];
    __syncthreads();
    int row = x, column = y;  //[line]
    if (first_row + row >= rows || first_column + column >= cols) return;
    c[(first_column + column) * rows + first_row + row] = tile[row][column];
}
