// Turns a matrix of rows x cols elements a quarter turn clockwise: c[j, rows - 1 - i] = a[i, j]. Blocks have 32 x 32 threads.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    int j = blockIdx.x * TILE + threadIdx.x;
    int i = blockIdx.y * TILE + threadIdx.y;
    // TODO: the loads are coalesced and the stores are not. Use a tile in shared memory, without bank conflicts.
    if (i < rows && j < cols) c[j * rows + (rows - 1 - i)] = a[i * cols + j];
}
