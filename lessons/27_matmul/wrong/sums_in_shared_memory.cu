// The sums are kept in shared memory, where every multiplication loads and stores one.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16];
    __shared__ T b_tile[16][32];
    __shared__ T sums[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    for (int i = 0; i < 32; i += 16)
        for (int j = 0; j < 32; j += 16) sums[i + y][j + x] = T(0);
    for (int first = 0; first < n; first += 16) {
        for (int half = 0; half < 32; half += 16) {
            int row = first_row + half + y, column = first_column + half + x;
            a_tile[half + y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
            b_tile[y][half + x] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 32; i += 16)
                for (int j = 0; j < 32; j += 16)
                    sums[i + y][j + x] = sums[i + y][j + x] + a_tile[i + y][k] * b_tile[k][j + x];
        __syncthreads();
    }
    for (int i = 0; i < 32; i += 16)
        for (int j = 0; j < 32; j += 16)
            if (first_row + i + y < n && first_column + j + x < n)
                c[(first_row + i + y) * n + first_column + j + x] = sums[i + y][j + x];
}
