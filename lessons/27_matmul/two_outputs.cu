// Two outputs per thread, in one row. Launch with blocks of 8 x 16 threads: a block computes a tile of 16 x 16 outputs.
template <typename T>
__global__ void matmul_two(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[16][16];
    __shared__ T b_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, first_column = blockIdx.x * 16;
    T sums[2] = {};
    for (int first = 0; first < n; first += 16) {
        for (int j = 0; j < 2; ++j) {
            int at = x + 8 * j;
            a_tile[y][at] = row < n && first + at < n ? a[row * n + first + at] : T(0);
            b_tile[y][at] = first + y < n && first_column + at < n ? b[(first + y) * n + first_column + at] : T(0);
        }
        __syncthreads();
        //[use]
        for (int k = 0; k < 16; ++k) {
            T left = a_tile[y][k];
            for (int j = 0; j < 2; ++j) sums[j] = sums[j] + left * b_tile[k][x + 8 * j];
        }
        //[/use]
        __syncthreads();
    }
    for (int j = 0; j < 2; ++j) {
        int column = first_column + x + 8 * j;
        if (row < n && column < n) c[row * n + column] = sums[j];
    }
}
