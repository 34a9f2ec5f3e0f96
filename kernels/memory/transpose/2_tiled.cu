// Step 2: removes the scattered stores. The block copies a tile of a to shared memory, row by row, and writes it to c, again row
// by row: what turns a row into a column is the index into the tile. Launch with blocks of 32 x 32 threads.
constexpr int TILE = 32;

template <typename T>
__global__ void transpose_tiled(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = a[row * cols + column];  //[fill]
    __syncthreads();
    int c_column = blockIdx.y * TILE + threadIdx.x;
    int c_row = blockIdx.x * TILE + threadIdx.y;
    if (c_row >= cols || c_column >= rows) return;
    T value = tile[threadIdx.x][threadIdx.y];  //[column]
    c[c_row * rows + c_column] = value;        //[store]
}
