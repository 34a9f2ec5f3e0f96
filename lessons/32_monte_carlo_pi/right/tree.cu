// A share of neighbouring points per thread, and a tree in shared memory.

// Turns a number into one that looks random: every bit of x changes about half of the bits of the result.
__device__ unsigned mix(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// 31 bits of each coordinate: the sum of the squares fits in 64 bits, so the comparison is exact.
__device__ bool is_inside(unsigned x, unsigned y) {
    unsigned long long u = x >> 1, v = y >> 1;
    return u * u + v * v < 1ull << 62;
}

// Whether point i is within the circle. The key makes other points of the same numbers: one for each seed.
__device__ bool is_hit(unsigned i, unsigned key) { return is_inside(mix(2 * i ^ key), mix((2 * i + 1) ^ key)); }

__global__ void count_hits(unsigned char* hits, unsigned* inside, int n, unsigned seed) {
    __shared__ unsigned counts[1024];
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned share = (n + threads - 1) / threads, key = mix(1 + seed);
    unsigned last = min(share * (thread + 1), (unsigned)n);
    unsigned char* hit = hits + share * thread;
    counts[threadIdx.x] = 0;
    for (unsigned i = share * thread; i < last; ++i, ++hit) {
        *hit = is_hit(i, key) ? 1 : 0;
        counts[threadIdx.x] += *hit;
    }
    for (unsigned width = blockDim.x; width > 1; width = (width + 1) / 2) {
        __syncthreads();
        unsigned other = threadIdx.x + (width + 1) / 2;
        if (other < width) counts[threadIdx.x] += counts[other];
    }
    if (threadIdx.x == 0) atomicAdd(inside, counts[0]);
}
