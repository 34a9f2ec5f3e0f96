// The stores are coalesced and the loads are not: the 32 sectors have moved to the other side.
constexpr int TILE = 32;

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    int i = blockIdx.y * TILE + threadIdx.x;
    int j = blockIdx.x * TILE + threadIdx.y;
    if (i < rows && j < cols) c[j * rows + (rows - 1 - i)] = a[i * cols + j];
}
