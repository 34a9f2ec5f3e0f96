// Step 1: kept gets the elements of a that are above 0, in their order and without gaps, and count[0] their number, in one
// launch. Each block has a tile of 256 elements. Ballots count the elements to keep, the block waits for the number kept before
// its tile, adds its own number and passes it on: a chain with one step per tile.
constexpr int THREADS = 256;  // per block, and elements per tile
constexpr int WARPS = THREADS / 32;

// Both begin as zeros, and the last tile leaves them as zeros for the next launch.
__device__ unsigned tickets;
__device__ unsigned long long chain;  // upper half: how many tiles are done; lower half: how many elements they keep

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

__global__ void compact_chained(const int* a, int* kept, int* count, int n) {
    __shared__ int of_warps[WARPS];
    __shared__ int ticket, before_tile;
    // Blocks take their tiles in the order in which they start. The block with the previous tile has then started too, so waiting
    // for it ends; the order of blockIdx does not guarantee that.
    if (threadIdx.x == 0) ticket = atomicAdd(&tickets, 1u);
    __syncthreads();
    int tile = ticket, warp = threadIdx.x / 32;
    long long i = (long long)tile * THREADS + threadIdx.x;
    int value = i < n ? a[i] : 0;
    unsigned keeping = __ballot_sync(0xffffffffu, value > 0);  // lanes
    if (threadIdx.x % 32 == 0) of_warps[warp] = __popc(keeping);
    __syncthreads();
    int place = __popc(keeping & ((1u << threadIdx.x % 32) - 1));
    for (int w = 0; w < warp; ++w) place += of_warps[w];
    if (threadIdx.x == THREADS - 1) {
        int of_tile = place + (value > 0);
        before_tile = pass_chain(tile, of_tile);
        if (tile + 1 == gridDim.x) count[0] = before_tile + of_tile;
    }
    __syncthreads();
    if (value > 0) kept[before_tile + place] = value;
}
