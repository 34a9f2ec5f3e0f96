// Step 1: sums[i] = a[0] + ... + a[i], the inclusive prefix sums of a long array, in one launch. Each block has a tile of 256
// elements. It scans the tile, waits for the sum of everything before the tile, adds its own sum and passes it on: a chain with
// one step per tile.
constexpr int THREADS = 256;  // per block, and elements per tile

// Both begin as zeros, and the last tile leaves them as zeros for the next launch.
__device__ unsigned tickets;
__device__ unsigned long long chain;  // upper half: how many tiles are done; lower half: the sum of their elements

// Only one block at a time is let through, and they come in the order of the tiles.
__device__ int pass_chain(int tile, int of_tile) {
    volatile unsigned long long* link = &chain;
    unsigned long long word;
    do word = *link;  // warpwise: benign race (the word is read and written as a whole)
    while (word >> 32 != tile);
    int before = (int)(unsigned)word;
    bool is_last = tile + 1 == gridDim.x;
    if (is_last) atomicExch(&tickets, 0u);
    *link = is_last ? 0 : (unsigned long long)(tile + 1) << 32 | (unsigned)(before + of_tile);  // warpwise: benign race
    return before;
}

__global__ void scan_chained(const int* a, int* sums, int n) {
    __shared__ int parts[2][THREADS];
    __shared__ int ticket, before_tile;
    // Blocks take their tiles in the order in which they start. The block with the previous tile has then started too, so waiting
    // for it ends; the order of blockIdx does not guarantee that.
    if (threadIdx.x == 0) ticket = atomicAdd(&tickets, 1u);
    __syncthreads();
    int tile = ticket, x = threadIdx.x, from = 0;
    long long i = (long long)tile * THREADS + x;
    parts[from][x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int away = 1; away < THREADS; away *= 2) {
        int sum = parts[from][x];
        if (x >= away) sum += parts[from][x - away];
        from = 1 - from;
        parts[from][x] = sum;
        __syncthreads();
    }
    if (x == THREADS - 1) before_tile = pass_chain(tile, parts[from][x]);
    __syncthreads();
    if (i < n) sums[i] = before_tile + parts[from][x];
}
