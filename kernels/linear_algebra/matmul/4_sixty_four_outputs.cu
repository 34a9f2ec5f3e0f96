// Step 4: a larger share. A thread keeps 8 x 8 outputs in registers: sixteen reads of shared memory serve 64 multiplications. They
// are neighbours in groups of four, so a GPU reads a group with one instruction. And while a slice is multiplied, the next one is
// on its way from global memory to registers.
constexpr int TILE = 128;  // outputs along each edge of a block's tile
constexpr int DEPTH = 8;   // of the slices of A and B in shared memory
constexpr int EDGE = 8;    // outputs along each edge of a thread's share, in two groups
constexpr int GROUP = 4;
constexpr int PARTS = TILE * DEPTH / 256;  // elements of each slice that a thread loads
static_assert(TILE == 16 * EDGE && EDGE == 2 * GROUP, "launch with blocks of 16 x 16 threads");

// Where the thread's i-th row or column is in the tile: groups of all threads first, then their second groups.
__device__ int place_of(int thread, int i) { return i / GROUP * (TILE / 2) + thread * GROUP + i % GROUP; }

// Blocks that share a multiprocessor's registers: 64 sums of 8 bytes leave none for a second one.
template <typename T>
constexpr int BLOCKS = sizeof(T) == 4 ? 2 : 1;

template <typename T>
__global__ void __launch_bounds__(256, BLOCKS<T>) matmul_sixty_four_outputs(const T* a, const T* b, T* c, int n) {
    __shared__ __align__(16) T a_slice[DEPTH][TILE + GROUP];  // transposed; the extra group spreads the writes over the banks
    __shared__ __align__(16) T b_slice[DEPTH][TILE];
    int x = threadIdx.x, y = threadIdx.y, thread = y * 16 + x;
    int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
    int a_row = thread / DEPTH, a_k = thread % DEPTH;    // of the first element of each slice that this thread loads
    int b_k = thread / TILE, b_column = thread % TILE;
    T next_a[PARTS], next_b[PARTS];
    auto load = [&](int first) {
#pragma unroll
        for (int part = 0; part < PARTS; ++part) {
            int row = first_row + a_row + part * (256 / DEPTH), k = first + a_k;
            next_a[part] = row < n && k < n ? a[(long long)row * n + k] : T(0);
            int b_row = first + b_k + part * (256 / TILE), column = first_column + b_column;
            next_b[part] = b_row < n && column < n ? b[(long long)b_row * n + column] : T(0);
        }
    };
    T sums[EDGE][EDGE] = {};
    load(0);
    for (int first = 0; first < n; first += DEPTH) {
#pragma unroll
        for (int part = 0; part < PARTS; ++part) {
            a_slice[a_k][a_row + part * (256 / DEPTH)] = next_a[part];
            b_slice[b_k + part * (256 / TILE)][b_column] = next_b[part];
        }
        __syncthreads();
        if (first + DEPTH < n) load(first + DEPTH);
#pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            T left[EDGE], right[EDGE];
#pragma unroll
            for (int i = 0; i < EDGE; ++i) left[i] = a_slice[k][place_of(y, i)];
#pragma unroll
            for (int j = 0; j < EDGE; ++j) right[j] = b_slice[k][place_of(x, j)];
#pragma unroll
            for (int i = 0; i < EDGE; ++i)
#pragma unroll
                for (int j = 0; j < EDGE; ++j) sums[i][j] = sums[i][j] + left[i] * right[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < EDGE; ++i)
#pragma unroll
        for (int j = 0; j < EDGE; ++j) {
            int row = first_row + place_of(y, i), column = first_column + place_of(x, j);
            if (row < n && column < n) c[(long long)row * n + column] = sums[i][j];
        }
}
