// The steps are taken from the last to the first, so the sums are in another order, and the outputs of a thread are two rows of a
// tile whose columns a warp takes in halves.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16];
    __shared__ T b_tile[16][32];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[2][2] = {};
    for (int step = (n + 15) / 16 - 1; step >= 0; --step) {
        const int first = step * 16;
        for (int half = 0; half < 32; half += 16) {
            int row = first_row + half + y, column = first_column + half + x;
            a_tile[half + y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
            b_tile[y][half + x] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
        }
        __syncthreads();
        for (int k = min(16, n - first) - 1; k >= 0; --k)
            for (int j = 0, column = x; j < 2; ++j, column += 16) {
                T value = b_tile[k][column];
                sums[0][j] += a_tile[y][k] * value;
                sums[1][j] += a_tile[16 + y][k] * value;
            }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int row = first_row + 16 * i + y, column = first_column + 16 * j + x;
            if (row < n && column < n) c[row * n + column] = sums[i][j];
        }
}
