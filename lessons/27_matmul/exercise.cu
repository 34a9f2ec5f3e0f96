// C = A B for square matrices. A block of 16 x 16 threads computes a tile of 32 x 32 outputs, four per thread.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[16][16];
    __shared__ T b_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    // TODO: the quarters of the tile are computed one after another, so every multiplication needs two loads from shared memory.
    for (int quarter = 0; quarter < 4; ++quarter) {
        int row = blockIdx.y * 32 + quarter / 2 * 16 + y;
        int column = blockIdx.x * 32 + quarter % 2 * 16 + x;
        T sum = T(0);
        for (int first = 0; first < n; first += 16) {
            a_tile[y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
            b_tile[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
            __syncthreads();
            for (int k = 0; k < 16; ++k) sum = sum + a_tile[y][k] * b_tile[k][x];
            __syncthreads();
        }
        if (row < n && column < n) c[row * n + column] = sum;
    }
}
