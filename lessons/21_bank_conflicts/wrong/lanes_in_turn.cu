// A tile of 32 x 32 whose columns are read by one lane at a time: no conflicts, and 32 times as many requests.
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
    for (int lane = 0; lane < 32; ++lane) {
        T value;
        if (lane == threadIdx.x && i < rows && j < cols) {
            value = tile[threadIdx.x][threadIdx.y];
            c[j * rows + (rows - 1 - i)] = value;
        }
    }
}
