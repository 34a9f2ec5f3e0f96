// Two neighbouring columns of B lie in one structure, and the outputs of a thread are in two neighbouring columns.
template <typename T>
struct alignas(2 * sizeof(T)) Pair {
    T left, right;
};

template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][16];
    __shared__ Pair<T> b_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * 32, column = blockIdx.x * 32 + 2 * x;
    T sums[2][2] = {};
    for (int first = 0; first < n; first += 16) {
        for (int half = 0; half < 32; half += 16) {
            int row = first_row + half + y;
            a_tile[half + y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
        }
        const T* from = b + (first + y) * n + column;
        bool inside = first + y < n;
        Pair<T> loaded;
        loaded.left = inside && column < n ? from[0] : T(0);
        loaded.right = inside && column + 1 < n ? from[1] : T(0);
        b_tile[y][x] = loaded;
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            Pair<T> pair = b_tile[k][x];
            for (int i = 0; i < 2; ++i) {
                T value = a_tile[16 * i + y][k];
                sums[i][0] += value * pair.left;
                sums[i][1] += value * pair.right;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            if (first_row + 16 * i + y < n && column + j < n) c[(first_row + 16 * i + y) * n + column + j] = sums[i][j];
}
