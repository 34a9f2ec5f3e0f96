// A tiled transpose. place() says where in its row of the tile an element is kept.
constexpr int TILE = 32;

__device__ int place(int row, int column) {
    return (column + row) % TILE;  //[line]
}
template <typename T>
__global__ void transpose_tiled(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE];
    int row = blockIdx.y * TILE, column = blockIdx.x * TILE, x = threadIdx.x, y = threadIdx.y;
    if (row + y < rows && column + x < cols) tile[y][place(y, x)] = a[(row + y) * cols + column + x];
    __syncthreads();
    if (row + x < rows && column + y < cols) c[(column + y) * rows + row + x] = tile[x][place(x, y)];
}
