// hits[i] = 1 if point i is within the quarter circle, else 0, and inside[0] += their number, for i < n. Point i comes from the
// numbers 2 i and 2 i + 1 of the counter. The grid is of any size.

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
    __shared__ unsigned of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    unsigned key = mix(seed + 1), count = 0;
    unsigned half = max(32u, blockDim.x / 64 * 32);
    if (threadIdx.x < half)
        for (unsigned i = blockIdx.x * half + threadIdx.x; i < n; i += gridDim.x * half) {
            bool hit = is_hit(i, key);
            hits[i] = hit;
            count += hit;
        }
    atomicAdd(&of_block, count);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(inside, of_block);
}
