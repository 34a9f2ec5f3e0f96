// No padding: each row of the tile is permuted in a way of its own, so that a column has one element in each bank.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE * TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    if (row + y < rows && column + x < cols) tile[y * TILE + (x ^ y)] = a[(row + y) * cols + column + x];
    __syncthreads();
    if (row + x < rows && column + y < cols) c[(column + y) * rows + rows - 1 - row - x] = tile[x * TILE + (y ^ x)];
}
