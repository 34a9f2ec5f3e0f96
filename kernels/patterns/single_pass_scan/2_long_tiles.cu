// Step 2: removes 31 of 32 steps of the chain, and most barriers. Each thread has eight groups of four adjacent elements, and
// reads each group with one 16-byte load; neighbouring lanes have neighbouring groups. A thread adds up its groups, and shuffles
// add up the lanes, so that no element passes through shared memory.
constexpr int THREADS = 256;              // per block
constexpr int WARPS = THREADS / 32;
constexpr int GROUPS = 8;                 // of four elements, per thread
constexpr int OF_WARP = 32 * 4 * GROUPS;  // elements per warp
constexpr int TILE = WARPS * OF_WARP;
constexpr unsigned ALL = 0xffffffffu;     // lanes

// Both begin as zeros, and the last tile leaves them as zeros for the next launch.
__device__ unsigned tickets;
__device__ unsigned long long chain;  // upper half: how many tiles are done; lower half: the sum of their elements

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

__device__ int scan_of_warp(int value) {
    for (int away = 1; away < 32; away *= 2) {
        int other = __shfl_up_sync(ALL, value, away);
        if (threadIdx.x % 32 >= away) value += other;
    }
    return value;
}

__device__ void read_groups(const int* a, unsigned start, int n, int (&x)[GROUPS][4]) {
    int lane = threadIdx.x % 32;
    if (start + OF_WARP <= n) {
        const int4* fours = reinterpret_cast<const int4*>(a + start);
        int4 read[GROUPS];
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) read[g] = fours[g * 32 + lane];
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) x[g][0] = read[g].x, x[g][1] = read[g].y, x[g][2] = read[g].z, x[g][3] = read[g].w;
        return;
    }
#pragma unroll
    for (int g = 0; g < GROUPS; ++g)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned i = start + (g * 32 + lane) * 4 + k;
            x[g][k] = i < n ? a[i] : 0;
        }
}

// Stores each element with `before` added.
__device__ void write_groups(int* sums, unsigned start, int n, const int (&x)[GROUPS][4], int before) {
    int lane = threadIdx.x % 32;
    if (start + OF_WARP <= n) {
        int4* fours = reinterpret_cast<int4*>(sums + start);
#pragma unroll
        for (int g = 0; g < GROUPS; ++g)
            fours[g * 32 + lane] = make_int4(x[g][0] + before, x[g][1] + before, x[g][2] + before, x[g][3] + before);
        return;
    }
#pragma unroll
    for (int g = 0; g < GROUPS; ++g)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned i = start + (g * 32 + lane) * 4 + k;
            if (i < n) sums[i] = x[g][k] + before;
        }
}

// Turns the elements of a warp into their prefix sums, and returns the sum of all.
__device__ int scan_groups(int (&x)[GROUPS][4]) {
    int total = 0;
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) {
        x[g][1] += x[g][0];
        x[g][2] += x[g][1];
        x[g][3] += x[g][2];
        int up_to_lane = scan_of_warp(x[g][3]);
        int before = total + up_to_lane - x[g][3];
#pragma unroll
        for (int k = 0; k < 4; ++k) x[g][k] += before;
        total += __shfl_sync(ALL, up_to_lane, 31);
    }
    return total;
}

__global__ void __launch_bounds__(THREADS) scan_long_tiles(const int* a, int* sums, int n) {
    __shared__ int of_warps[WARPS];
    __shared__ int ticket, before_tile;
    if (threadIdx.x == 0) ticket = atomicAdd(&tickets, 1u);
    __syncthreads();
    int tile = ticket, warp = threadIdx.x / 32;
    unsigned start = (unsigned)tile * TILE + warp * OF_WARP;
    int x[GROUPS][4];
    read_groups(a, start, n, x);
    int of_warp = scan_groups(x);
    if (threadIdx.x % 32 == 0) of_warps[warp] = of_warp;
    __syncthreads();
    int before_warp = 0, of_tile = 0;
#pragma unroll
    for (int w = 0; w < WARPS; ++w) {
        if (w < warp) before_warp += of_warps[w];
        of_tile += of_warps[w];
    }
    if (threadIdx.x == 0) before_tile = pass_chain(tile, of_tile);
    __syncthreads();
    write_groups(sums, start, n, x, before_tile + before_warp);
}
