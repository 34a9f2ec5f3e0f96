// Turns a matrix of rows x cols elements a quarter turn clockwise: c[j, rows - 1 - i] = a[i, j]. Blocks have 32 x 32 threads.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE + 1];
    int j = blockIdx.x * TILE + threadIdx.x;
    int i = blockIdx.y * TILE + threadIdx.y;
    if (i < rows && j < cols) tile[threadIdx.y][threadIdx.x] = a[i * cols + j];
    __syncthreads();
    i = blockIdx.y * TILE + threadIdx.x;
    j = blockIdx.x * TILE + threadIdx.y;
    if (i < rows && j < cols) c[j * rows + (rows - 1 - i)] = tile[threadIdx.x][threadIdx.y];
}
