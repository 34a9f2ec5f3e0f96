// The reference of the samples: the points, one after another.

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

__global__ void reference(float2* points, unsigned char* hits, int n, unsigned seed) {
    unsigned key = mix(seed + 1);
    for (unsigned i = 0; i < n; ++i) {
        unsigned x = mix(2 * i ^ key), y = mix((2 * i + 1) ^ key);
        points[i] = make_float2((x >> 8) * 0x1p-24f, (y >> 8) * 0x1p-24f);
        hits[i] = is_inside(x, y);
    }
}
