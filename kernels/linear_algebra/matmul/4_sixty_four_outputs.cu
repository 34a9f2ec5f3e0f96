// Step 4: a larger share. A thread keeps 8 x 8 outputs in registers: sixteen reads of shared memory serve 64 multiplications. They
// are neighbours in groups of four, so a GPU loads a group with one instruction. And while a slice is multiplied, the next one is
// on its way from global memory to registers.
constexpr int TILE = 128;  // outputs along each edge of a block's tile
constexpr int DEPTH = 8;   // of the slices of A and B in shared memory
constexpr int EDGE = 8;    // outputs along each edge of a thread's share, in two groups
constexpr int GROUP = 4;
static_assert(TILE == 16 * EDGE && EDGE == 2 * GROUP, "launch with blocks of 16 x 16 threads");
static_assert(TILE * DEPTH == 256 * GROUP, "each thread loads one group of each slice");

template <typename T>
struct alignas(GROUP * sizeof(T)) Group {
    T of[GROUP];
};

// The group at (row, column) of an n x n matrix, with zeros outside. It is loaded at once if every row begins at a whole group.
template <typename T>
__device__ Group<T> load(const T* matrix, int n, int row, int column) {
    Group<T> group = {};
    if (row >= n || column >= n) return group;
    const T* first = &matrix[(long long)row * n + column];
    if (n % GROUP == 0) return *(const Group<T>*)first;
    for (int i = 0; i < GROUP && column + i < n; ++i) group.of[i] = first[i];
    return group;
}

// Where the thread's i-th row or column is in the tile: groups of all threads first, then their second groups.
__device__ int place_of(int thread, int i) { return i / GROUP * (TILE / 2) + thread * GROUP + i % GROUP; }

// Blocks that share a multiprocessor's registers: 64 sums of 8 bytes leave none for a second one.
template <typename T>
constexpr int BLOCKS = sizeof(T) == 4 ? 2 : 1;

template <typename T>
__global__ void __launch_bounds__(256, BLOCKS<T>) matmul_sixty_four_outputs(const T* a, const T* b, T* c, int n) {
    __shared__ __align__(GROUP * sizeof(T)) T a_slice[DEPTH][TILE + GROUP];  // transposed; the extra group spreads the writes over the banks
    __shared__ __align__(GROUP * sizeof(T)) T b_slice[DEPTH][TILE];
    // The shares of a warp lie 4 high and 8 wide: its threads read 4 groups of A's slice and 8 of B's.
    int thread = threadIdx.y * 16 + threadIdx.x, warp = thread / 32, lane = thread % 32;
    int x = warp % 2 * 8 + lane % 8, y = warp / 2 * 4 + lane / 8;
    int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
    // Which group of each slice this thread loads.
    int a_row = thread / (DEPTH / GROUP), a_k = thread % (DEPTH / GROUP) * GROUP;
    int b_k = thread / (TILE / GROUP), b_column = thread % (TILE / GROUP) * GROUP;
    auto load_a = [&](int first) { return load(a, n, first_row + a_row, first + a_k); };
    auto load_b = [&](int first) { return load(b, n, first + b_k, first_column + b_column); };
    Group<T> next_a = load_a(0), next_b = load_b(0);
    T sums[EDGE][EDGE] = {};
    for (int first = 0; first < n; first += DEPTH) {
#pragma unroll
        for (int i = 0; i < GROUP; ++i) a_slice[a_k + i][a_row] = next_a.of[i];
        *(Group<T>*)&b_slice[b_k][b_column] = next_b;
        __syncthreads();
        if (first + DEPTH < n) next_a = load_a(first + DEPTH), next_b = load_b(first + DEPTH);
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
