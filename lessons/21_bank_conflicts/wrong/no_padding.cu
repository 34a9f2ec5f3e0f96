// A tile of 32 x 32: coalesced, and each column is in one bank.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE];
    int j = blockIdx.x * TILE + threadIdx.x;
    int i = blockIdx.y * TILE + threadIdx.y;
    if (i < rows && j < cols) tile[threadIdx.y][threadIdx.x] = a[i * cols + j];
    __syncthreads();
    i = blockIdx.y * TILE + threadIdx.x;
    j = blockIdx.x * TILE + threadIdx.y;
    if (i < rows && j < cols) c[j * rows + (rows - 1 - i)] = tile[threadIdx.x][threadIdx.y];
}
