// One thread adds up the counts of the whole block.

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
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        bool hit = is_hit(i, key);
        hits[i] = hit;
        count += hit;
    }
    __shared__ unsigned each[1024];
    each[threadIdx.x] = count;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 0; t < blockDim.x; ++t) of_block += each[t];
        atomicAdd(inside, of_block);
    }
}
