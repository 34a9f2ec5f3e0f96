// C = A B, two outputs per thread. Blocks of 8 x 16 threads, tiles of 16 x 16 outputs.
template <typename T>
__global__ void matmul_two(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[16][16];
    __shared__ T b_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, first_column = blockIdx.x * 16;
    auto at = [x](int j) {
        return x + 8 * j;  //[line]
    };
    T sums[2] = {};
    for (int first = 0; first < n; first += 16) {
        for (int i = x; i < 16; i += 8) {
            a_tile[y][i] = row < n && first + i < n ? a[row * n + first + i] : T(0);
            b_tile[y][i] = first + y < n && first_column + i < n ? b[(first + y) * n + first_column + i] : T(0);
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            T left = a_tile[y][k];
            for (int j = 0; j < 2; ++j) sums[j] = sums[j] + left * b_tile[k][at(j)];
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; ++j) {
        int column = first_column + at(j);
        if (row < n && column < n) c[row * n + column] = sums[j];
    }
}
