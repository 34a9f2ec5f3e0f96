// Guards the stores only: the last tiles are loaded from past the end of the matrices.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16];
    __shared__ T b_tile[16][32];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[2][2] = {};
    for (int first = 0; first < n; first += 16) {
        for (int half = 0; half < 32; half += 16) {
            a_tile[half + y][x] = a[(first_row + half + y) * n + first + x];
            b_tile[y][half + x] = b[(first + y) * n + first_column + half + x];
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
