// Two pairs of tiles: while one is used, the next one is loaded, and one barrier per step is enough.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[2][32][16], b_tile[2][16][32];
    int x = threadIdx.x, y = threadIdx.y, first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[2][2] = {};
    for (int first = 0, now = 0; first < n; first += 16, now ^= 1) {
        for (int half = 0; half < 2; ++half) {
            int row = first_row + half * 16 + y, column = first_column + half * 16 + x;
            a_tile[now][half * 16 + y][x] = T(0);
            b_tile[now][y][half * 16 + x] = T(0);
            if (row < n && first + x < n) a_tile[now][half * 16 + y][x] = a[row * n + first + x];
            if (first + y < n && column < n) b_tile[now][y][half * 16 + x] = b[(first + y) * n + column];
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            const T &top = a_tile[now][y][k], &bottom = a_tile[now][16 + y][k];
            const T &left = b_tile[now][k][x], &right = b_tile[now][k][16 + x];
            sums[0][0] += top * left;
            sums[0][1] += top * right;
            sums[1][0] += bottom * left;
            sums[1][1] += bottom * right;
        }
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int row = first_row + 16 * i + y, column = first_column + 16 * j + x;
            if (row < n && column < n) c[row * n + column] = sums[i][j];
        }
}
