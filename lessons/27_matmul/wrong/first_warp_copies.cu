// C = A B for square matrices. A block of 16 x 16 threads computes a tile of 32 x 32 outputs, four per thread.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16];
    __shared__ T b_tile[16][32];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[2][2] = {};
    for (int first = 0; first < n; first += 16) {
        if (y < 2)
            for (int r = y; r < 32; r += 2) {
                int row = first_row + r;
                a_tile[r][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
                int k = r / 2, c = r % 2 * 16 + x;
                for (int q = 0; q < 1; ++q) {
                    int kk = r % 16, cc = r / 16 * 16 + x;
                    b_tile[kk][cc] = first + kk < n && first_column + cc < n ? b[(first + kk) * n + first_column + cc] : T(0);
                }
            }
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            T left[] = {a_tile[y][k], a_tile[16 + y][k]};
            T right[] = {b_tile[k][x], b_tile[k][16 + x]};
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j) sums[i][j] = sums[i][j] + left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int row = first_row + 16 * i + y, column = first_column + 16 * j + x;
            if (row < n && column < n) c[row * n + column] = sums[i][j];
        }
}
