// Step 3: removes the bank conflicts. Each row of the tile has one element that no thread uses, so the elements of a column are
// 33 words apart, and in 32 different banks. Launch with blocks of 32 x 32 threads.
constexpr int TILE = 32;

template <typename T>
__global__ void transpose_padded(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE + 1];  //[tile]
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = a[row * cols + column];
    __syncthreads();
    int c_column = blockIdx.y * TILE + threadIdx.x;
    int c_row = blockIdx.x * TILE + threadIdx.y;
    if (c_row >= cols || c_column >= rows) return;
    T value = tile[threadIdx.x][threadIdx.y];  //[column]
    c[c_row * rows + c_column] = value;        //[store]
}
