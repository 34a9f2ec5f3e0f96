// Half as many loads from shared memory, because B is read from global memory every time.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[2][2] = {};
    for (int first = 0; first < n; first += 16) {
        for (int half = 0; half < 32; half += 16) {
            int row = first_row + half + y;
            a_tile[half + y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
        }
        __syncthreads();
        for (int k = 0; k < 16 && first + k < n; ++k) {
            T left[] = {a_tile[y][k], a_tile[16 + y][k]};
            for (int j = 0; j < 2; ++j) {
                int column = first_column + 16 * j + x;
                T right = column < n ? b[(first + k) * n + column] : T(0);
                for (int i = 0; i < 2; ++i) sums[i][j] = sums[i][j] + left[i] * right;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int row = first_row + 16 * i + y, column = first_column + 16 * j + x;
            if (row < n && column < n) c[row * n + column] = sums[i][j];
        }
}
