// Step 1: inside[0] += how many of `samples` random points of the unit square lie in the quarter circle; 4 * inside /
// samples approximates pi. Each thread takes two points, both from one number of a counter-based generator: Philox 4x32-10
// (Salmon et al. 2011) computes it from the thread's index, without state, so every device draws the same points.
struct Four {
    unsigned a, b, c, d;
};

__device__ Four philox(unsigned place, unsigned seed) {
    Four x = {place, 0, 0, 0};
    unsigned key0 = seed, key1 = 0;
    for (int round = 0; round < 10; ++round) {
        unsigned low0 = 0xD2511F53u * x.a, high0 = __umulhi(0xD2511F53u, x.a);
        unsigned low1 = 0xCD9E8D57u * x.c, high1 = __umulhi(0xCD9E8D57u, x.c);
        x = {high1 ^ x.b ^ key0, low1, high0 ^ x.d ^ key1, low0};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return x;
}

// 31 bits of each coordinate: the sum of the squares fits in 64 bits, so the comparison is exact.
__device__ bool is_inside(unsigned x, unsigned y) {
    unsigned long long u = x >> 1, v = y >> 1;
    return u * u + v * v < 1ull << 62;
}

__global__ void pi(unsigned long long* inside, int samples, unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2ll * i >= samples) return;
    Four x = philox(i, seed);
    if (is_inside(x.a, x.b))
        atomicAdd(inside, 1ull);  //[add]
    if (2ll * i + 1 < samples && is_inside(x.c, x.d)) atomicAdd(inside, 1ull);
}
