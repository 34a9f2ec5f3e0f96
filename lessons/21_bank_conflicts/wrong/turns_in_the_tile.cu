// The stores are coalesced, but the tile is read by one lane at a time: 32 loads of one word instead of one with conflicts.
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
    bool mine = i < rows && j < cols;
    T value = T(0);
    for (int lane = 0; lane < 32; ++lane)
        if (mine && lane == threadIdx.x) value = tile[threadIdx.x][threadIdx.y];
    if (mine) c[j * rows + (rows - 1 - i)] = value;
}
