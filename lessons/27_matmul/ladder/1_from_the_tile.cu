// C = A B, one thread per output. Tiles of A and B are in shared memory.
template <typename T>
__global__ void matmul_tiled(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[16][16];
    __shared__ T b_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    T sum = T(0);
    for (int first = 0; first < n; first += 16) {
        a_tile[y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
        b_tile[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum = sum + a_tile[y][k] * b_tile[k][x];  //[line]
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
