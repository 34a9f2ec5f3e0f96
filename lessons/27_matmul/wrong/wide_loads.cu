// One output at a time, and each value is used once. Loading four values at a time makes few loads, of as many bytes.
// The columns of B are stored as rows, and the lanes that load them meet in the same banks.
template <typename T>
struct alignas(4 * sizeof(T)) Four {
    T of[4];
};

template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ Four<T> a_tile[32][4];
    __shared__ Four<T> b_tile[32][4];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    T sums[4] = {};
    for (int first = 0; first < n; first += 16) {
        for (int half = 0; half < 32; half += 16) {
            int row = first_row + half + y, column = first_column + half + x;
            a_tile[half + y][x / 4].of[x % 4] = row < n && first + x < n ? a[row * n + first + x] : T(0);
            b_tile[half + x][y / 4].of[y % 4] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
        }
        __syncthreads();
        for (int quarter = 0; quarter < 4; ++quarter)
            for (int k = 0; k < 4; ++k) {
                Four<T> left = a_tile[quarter / 2 * 16 + y][k], right = b_tile[quarter % 2 * 16 + x][k];
                for (int i = 0; i < 4; ++i) sums[quarter] = sums[quarter] + left.of[i] * right.of[i];
            }
        __syncthreads();
    }
    for (int quarter = 0; quarter < 4; ++quarter) {
        int row = first_row + quarter / 2 * 16 + y, column = first_column + quarter % 2 * 16 + x;
        if (row < n && column < n) c[row * n + column] = sums[quarter];
    }
}
