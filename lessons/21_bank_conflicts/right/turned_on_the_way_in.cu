// The tile is written column by column and read row by row, through pointers: the padding works in both directions.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    constexpr int PITCH = TILE + 1;
    __shared__ T tile[TILE * PITCH];
    int j = blockIdx.x * TILE + threadIdx.x, i = blockIdx.y * TILE + threadIdx.y;
    if (i < rows && j < cols) {
        const T& from = a[i * cols + j];
        *(tile + threadIdx.x * PITCH + (TILE - 1 - threadIdx.y)) = from;
    }
    __syncthreads();
    // lane 0 has the leftmost column of this tile in c
    i = blockIdx.y * TILE + (TILE - 1 - threadIdx.x), j = blockIdx.x * TILE + threadIdx.y;
    if (i >= rows || j >= cols) return;
    T* to = c + j * rows;
    to[rows - 1 - i] = tile[threadIdx.y * PITCH + threadIdx.x];
}
