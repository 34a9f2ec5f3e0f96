// Step 4: the pitch of the tile, from 32 to 40 elements, is an argument, so that its effect can be counted. Launch with blocks of
// 32 x 32 threads.
constexpr int TILE = 32;

template <typename T>
__global__ void transpose_any_pitch(const T* a, T* c, int rows, int cols, int pitch) {
    __shared__ T tile[TILE * 40];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row < rows && column < cols) tile[threadIdx.y * pitch + threadIdx.x] = a[row * cols + column];
    __syncthreads();
    int c_column = blockIdx.y * TILE + threadIdx.x;
    int c_row = blockIdx.x * TILE + threadIdx.y;
    if (c_row >= cols || c_column >= rows) return;
    T value = tile[threadIdx.x * pitch + threadIdx.y];  //[column]
    c[c_row * rows + c_column] = value;                 //[store]
}
