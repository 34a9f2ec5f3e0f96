// threadIdx.x chooses the row: right, and neighbouring lanes copy and store elements that are below each other.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16 + 1];
    __shared__ T b_tile[16][32 + 1];
    int x = threadIdx.y, y = threadIdx.x;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[2][2] = {};
    for (int first = 0; first < n; first += 16) {
        for (int half = 0; half < 32; half += 16) {
            int row = first_row + half + y, column = first_column + half + x;
            a_tile[half + y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
            b_tile[y][half + x] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
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
