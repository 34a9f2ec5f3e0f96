// hits[i] = 1 if point i is within the quarter circle, one thread per point. inside[0] += their number.

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
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, key = mix(seed + 1);
    bool hit = i < n && is_hit(i, key);
    if (i < n) hits[i] = hit;
    int count = __syncthreads_count(hit), adds = threadIdx.x == 0;  //[line]
    if (adds) atomicAdd(inside, count);
}
