// Step 3: removes the chain (decoupled look-back, Merrill and Garland 2016). A tile publishes its own sum as soon as it is known, even
// before it has its prefix sums. One warp then looks back over the tiles before it, 32 at a time, and adds up their own sums until
// it reaches a tile that already knows the sum of everything up to its end. Tiles no longer form a chain in which each waits for the
// previous one to finish: many of them load and store at the same time.
constexpr int THREADS = 256;              // per block
constexpr int WARPS = THREADS / 32;
constexpr int GROUPS = 10;                // of four elements, per thread
constexpr int OF_WARP = 32 * 4 * GROUPS;  // elements per warp
constexpr int TILE = WARPS * OF_WARP;
constexpr unsigned ALL = 0xffffffffu;     // lanes
constexpr unsigned OWN = 1;               // the sum of the tile's own elements is known
constexpr unsigned UP_TO_HERE = 2;        // the sum of all elements up to the tile's end is known

// Launch l uses words that carry its number, so that nothing has to be cleared between launches. All begin as zeros.
__device__ unsigned long long tickets;                    // l in the upper half, tiles taken in the lower
__device__ unsigned long long status[(1u << 31) / TILE];  // per tile: l, which sum is known, and that sum

struct Tile {
    unsigned launch;
    int number;
};

// Blocks take their tiles in the order in which they start. All earlier tiles are then taken too, so waiting for them ends; the
// order of blockIdx does not guarantee that.
__device__ Tile take_tile() {
    unsigned long long ticket = atomicAdd(&tickets, 1ull);
    Tile tile = {(unsigned)(ticket >> 32) & 0x3fffffffu, (int)(unsigned)ticket};
    if (tile.number + 1 == gridDim.x) atomicAdd(&tickets, (1ull << 32) - gridDim.x);  // the next launch begins at 0
    return tile;
}

// The state and the sum share one word, so a thread always reads a matching pair.
__device__ void publish(Tile tile, unsigned known, int sum) {
    *(volatile unsigned long long*)&status[tile.number] = (unsigned long long)(tile.launch << 2 | known) << 32 | (unsigned)sum;
}

__device__ unsigned long long read_status(int tile) {
    if (tile < 0) return 0;
    return *(volatile unsigned long long*)&status[tile];  // warpwise: benign race (the word is read and written as a whole)
}

__device__ int sum_of_warp(int value) {
    for (int away = 16; away > 0; away /= 2) value += __shfl_xor_sync(ALL, value, away);
    return value;
}

// The sum of all elements before the tile, found by the lanes of one warp. They look at the nearest tiles first, and stop
// at one that knows it up to its end.
__device__ int look_back(Tile tile) {
    int lane = threadIdx.x % 32, mine = 0;
    for (int nearest = tile.number - 1;; nearest -= 32) {
        int place = nearest - lane;
        unsigned long long word;
        unsigned known_to_end, unknown;
        do {
            word = read_status(place);
            unsigned known = word >> 34 == tile.launch ? word >> 32 & 3 : 0;
            known_to_end = __ballot_sync(ALL, place < 0 || known == UP_TO_HERE);
            unknown = __ballot_sync(ALL, place >= 0 && known == 0);
        } while (unknown & ((known_to_end & -known_to_end) - 1));  // a nearer tile is not known yet
        if (known_to_end == 0 || lane < __ffs(known_to_end)) mine += (int)(unsigned)word;
        if (known_to_end != 0) return sum_of_warp(mine);
    }
}

__device__ int scan_of_warp(int value) {
    for (int away = 1; away < 32; away *= 2) {
        int other = __shfl_up_sync(ALL, value, away);
        if (threadIdx.x % 32 >= away) value += other;
    }
    return value;
}

// Elements are read and written once. Marked as streaming (__ldcs, __stcs), they leave the cache before the status words do.
__device__ void read_groups(const int* a, unsigned start, int n, int (&x)[GROUPS][4]) {
    int lane = threadIdx.x % 32;
    if (start + OF_WARP <= n) {
        const int4* fours = reinterpret_cast<const int4*>(a + start);
        int4 read[GROUPS];
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) read[g] = __ldcs(&fours[g * 32 + lane]);
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
            __stcs(&fours[g * 32 + lane],
                   make_int4(x[g][0] + before, x[g][1] + before, x[g][2] + before, x[g][3] + before));
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

__device__ int sum_of_groups(const int (&x)[GROUPS][4]) {
    int mine = 0;
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) mine += x[g][0] + x[g][1] + x[g][2] + x[g][3];
    return sum_of_warp(mine);
}

// Turns the elements of a warp into their prefix sums.
__device__ void scan_groups(int (&x)[GROUPS][4]) {
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
}

__global__ void __launch_bounds__(THREADS, 4) scan_look_back(const int* a, int* sums, int n) {
    __shared__ int of_warps[WARPS];
    __shared__ Tile taken;
    __shared__ int before_tile;
    if (threadIdx.x == 0) taken = take_tile();
    __syncthreads();
    Tile tile = taken;
    int warp = threadIdx.x / 32;
    unsigned start = (unsigned)tile.number * TILE + warp * OF_WARP;
    int x[GROUPS][4];
    read_groups(a, start, n, x);
    int of_warp = sum_of_groups(x);
    if (threadIdx.x % 32 == 0) of_warps[warp] = of_warp;
    __syncthreads();
    int before_warp = 0, of_tile = 0;
#pragma unroll
    for (int w = 0; w < WARPS; ++w) {
        if (w < warp) before_warp += of_warps[w];
        of_tile += of_warps[w];
    }
    if (threadIdx.x == 0) publish(tile, OWN, of_tile);
    scan_groups(x);
    if (warp == 0) {
        int before = look_back(tile);
        if (threadIdx.x == 0) {
            publish(tile, UP_TO_HERE, before + of_tile);
            before_tile = before;
        }
    }
    __syncthreads();
    write_groups(sums, start, n, x, before_tile + before_warp);
}
