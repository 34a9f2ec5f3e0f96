// C = A B for square matrices. A block of 16 x 16 threads computes a tile of 32 x 32 outputs, four per thread.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16];
    __shared__ T b_tile[16][32];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[2][2] = {};
    for (int first = 0; first < n; first += 16) {
        for (int at = 16 * y + x; at < 512; at += 256) {
            int r = at / 16, k = at % 16;
            a_tile[r][k] = T(0);
            if (first_row + r < n && first + k < n) a_tile[r][k] = a[(first_row + r) * n + first + k];
            r = at / 32, k = at % 32;
            b_tile[r][k] = T(0);
            if (first_column + k < n && first + r < n) b_tile[r][k] = b[(first + r) * n + first_column + k];
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            T left[] = {a_tile[y][k], a_tile[16 + y][k]};
            T right[] = {b_tile[k][x], b_tile[k][16 + x]};
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j) sums[i][j] = fma(left[i], right[j], sums[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int row = first_row + 16 * i + y, column = first_column + 16 * j + x;
            if (row < n && column < n) c[row * n + column] = sums[i][j];
        }
}
