// The reference of the exercise: the points, one after another.

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

__global__ void reference(unsigned char* hits, unsigned* inside, int n, unsigned seed) {
    unsigned key = mix(seed + 1);
    for (unsigned i = 0; i < n; ++i) {
        hits[i] = is_inside(mix(2 * i ^ key), mix((2 * i + 1) ^ key));
        inside[0] += hits[i];
    }
}
