// A picture of n random points: 2 within the quarter circle, 1 outside, 0 where no point fell. Point i is computed from i.
constexpr int EDGE = 128, SHIFT = 25;  // 2^7 columns and rows

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

__global__ void points(int* picture, int n, unsigned seed) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, key = mix(seed + 1);
    if (i >= n) return;
    unsigned x = mix(2 * i ^ key);        //[x]
    unsigned y = mix((2 * i + 1) ^ key);  //[y]
    atomicMax(&picture[(y >> SHIFT) * EDGE + (x >> SHIFT)], is_inside(x, y) ? 2 : 1);  //[draw]
}
