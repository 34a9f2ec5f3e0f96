// Step 3: removes most reads of shared memory. A block of 16 x 16 threads computes a tile of 64 x 64 outputs, and each
// thread keeps 4 x 4 of them in registers: eight reads of shared memory now serve sixteen multiplications instead of one.
constexpr int TILE = 64;   // outputs along each edge of a block's tile
constexpr int DEPTH = 16;  // of the slices of A and B in shared memory
constexpr int EDGE = 4;    // outputs along each edge of a thread's share
static_assert(TILE == 16 * EDGE && DEPTH == 16, "launch with blocks of 16 x 16 threads");

template <typename T>
__global__ void matmul_sixteen_outputs(const T* a, const T* b, T* c, int n) {
    __shared__ T a_slice[DEPTH][TILE + 1];  // transposed; the extra column avoids bank conflicts of the writes
    __shared__ T b_slice[DEPTH][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
    T sums[EDGE][EDGE] = {};
    for (int first = 0; first < n; first += DEPTH) {
        for (int part = 0; part < EDGE; ++part) {
            int row = first_row + part * 16 + y, k = first + x;
            a_slice[x][part * 16 + y] = row < n && k < n ? a[(long long)row * n + k] : T(0);
            int column = first_column + part * 16 + x, b_row = first + y;
            b_slice[y][part * 16 + x] = b_row < n && column < n ? b[(long long)b_row * n + column] : T(0);
        }
        __syncthreads();
        for (int k = 0; k < DEPTH; ++k) {
            T left[EDGE], right[EDGE];
            for (int i = 0; i < EDGE; ++i) left[i] = a_slice[k][i * 16 + y];
            for (int j = 0; j < EDGE; ++j) right[j] = b_slice[k][j * 16 + x];
            for (int i = 0; i < EDGE; ++i)
                for (int j = 0; j < EDGE; ++j) sums[i][j] = sums[i][j] + left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EDGE; ++i)
        for (int j = 0; j < EDGE; ++j) {
            int row = first_row + i * 16 + y, column = first_column + j * 16 + x;
            if (row < n && column < n) c[(long long)row * n + column] = sums[i][j];
        }
}
