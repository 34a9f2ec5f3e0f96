// Step 3: removes most of the store requests. The kept elements first go to shared memory, without gaps; from there each thread
// writes four neighbours with one 16-byte store. Meanwhile the tiles before this one have time to publish their counts: a tile
// publishes its own as soon as it has counted, before it knows the place of any element.
constexpr int THREADS = 192;              // per block
constexpr int WARPS = THREADS / 32;
constexpr int GROUPS = 12;                // of four elements, per thread
constexpr int OF_WARP = 32 * 4 * GROUPS;  // elements per warp
constexpr int TILE = WARPS * OF_WARP;
constexpr unsigned ALL = 0xffffffffu;     // lanes
constexpr unsigned OWN = 1;               // the number kept of the tile's own elements is known
constexpr unsigned UP_TO_HERE = 2;        // the number kept of all elements up to the tile's end is known

// Launch l uses words that carry its number, so that nothing has to be cleared between launches. All begin as zeros.
__device__ unsigned long long tickets;                    // l in the upper half, tiles taken in the lower
__device__ unsigned long long status[(1u << 31) / TILE];  // per tile: l, which number is known, and that number

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

// The state and the number share one word, so a thread always reads a matching pair.
__device__ void publish(Tile tile, unsigned known, int number) {
    *(volatile unsigned long long*)&status[tile.number] = (unsigned long long)(tile.launch << 2 | known) << 32 | (unsigned)number;
}

__device__ unsigned long long read_status(int tile) {
    if (tile < 0) return 0;
    return *(volatile unsigned long long*)&status[tile];  // warpwise: benign race (the word is read and written as a whole)
}

__device__ int sum_of_warp(int value) {
    for (int away = 16; away > 0; away /= 2) value += __shfl_xor_sync(ALL, value, away);
    return value;
}

// The number kept of all elements before the tile, found by the lanes of one warp. They look at the nearest tiles first, and stop
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

__device__ int count_groups(const int (&x)[GROUPS][4]) {
    int mine = 0;
#pragma unroll
    for (int g = 0; g < GROUPS; ++g)
#pragma unroll
        for (int k = 0; k < 4; ++k) mine += x[g][k] > 0;
    return sum_of_warp(mine);
}

// places[g] is the number of the warp's elements that are kept before the lane's group g. The counts of four groups are bytes of
// one word, since a warp has at most 128 elements per group: one scan by shuffles serves all four.
__device__ void find_places(const int (&x)[GROUPS][4], int (&places)[GROUPS]) {
    int total = 0;
#pragma unroll
    for (int first = 0; first < GROUPS; first += 4) {
        unsigned mine = 0;
#pragma unroll
        for (int g = 0; g < 4; ++g)
#pragma unroll
            for (int k = 0; k < 4; ++k) mine += (unsigned)(x[first + g][k] > 0) << 8 * g;
        unsigned up_to_lane = mine;
        for (int away = 1; away < 32; away *= 2) {
            unsigned other = __shfl_up_sync(ALL, up_to_lane, away);
            if (threadIdx.x % 32 >= away) up_to_lane += other;
        }
        unsigned of_groups = __shfl_sync(ALL, up_to_lane, 31), before_lane = up_to_lane - mine;
#pragma unroll
        for (int g = 0; g < 4; ++g) {
            places[first + g] = total + (before_lane >> 8 * g & 255);
            total += of_groups >> 8 * g & 255;
        }
    }
}

// Stores `count` elements 16 bytes at a time, except those before the first and after the last 16-byte boundary.
__device__ void write_kept(int* to, const int* from, int count) {
    int head = min((int)((16 - (unsigned long long)to % 16) % 16 / 4), count), fours = (count - head) / 4;
    if (threadIdx.x < head) to[threadIdx.x] = from[threadIdx.x];
    int4* aligned = reinterpret_cast<int4*>(to + head);
    const int* rest = from + head;
    for (int i = threadIdx.x; i < fours; i += THREADS)
        aligned[i] = make_int4(rest[4 * i], rest[4 * i + 1], rest[4 * i + 2], rest[4 * i + 3]);
    int last = 4 * fours + threadIdx.x;
    if (head + last < count) to[head + last] = rest[last];
}

__global__ void __launch_bounds__(THREADS, 5) compact_through_shared(const int* a, int* kept, int* count, int n) {
    __shared__ int kept_of_tile[TILE];
    __shared__ int of_warps[WARPS];
    __shared__ Tile taken;
    __shared__ int before_tile;
    if (threadIdx.x == 0) taken = take_tile();
    __syncthreads();
    Tile tile = taken;
    int warp = threadIdx.x / 32;
    int x[GROUPS][4], places[GROUPS];
    read_groups(a, (unsigned)tile.number * TILE + warp * OF_WARP, n, x);
    int of_warp = count_groups(x);
    if (threadIdx.x % 32 == 0) of_warps[warp] = of_warp;
    __syncthreads();
    int before_warp = 0, of_tile = 0;
#pragma unroll
    for (int w = 0; w < WARPS; ++w) {
        if (w < warp) before_warp += of_warps[w];
        of_tile += of_warps[w];
    }
    if (threadIdx.x == 0) publish(tile, OWN, of_tile);
    find_places(x, places);
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) {
        int place = before_warp + places[g];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if (x[g][k] > 0) kept_of_tile[place++] = x[g][k];
    }
    if (warp == 0) {
        int before = look_back(tile);
        if (threadIdx.x == 0) {
            publish(tile, UP_TO_HERE, before + of_tile);
            if (tile.number + 1 == gridDim.x) count[0] = before + of_tile;
            before_tile = before;
        }
    }
    __syncthreads();
    write_kept(kept + before_tile, kept_of_tile, of_tile);
}
