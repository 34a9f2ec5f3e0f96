// The same arrays with a generator that has a state. Each thread draws 8 points, and all of them begin with the same seed.
constexpr int POINTS = 8;  // per thread

// 31 bits of each coordinate: the sum of the squares fits in 64 bits, so the comparison is exact.
__device__ bool is_inside(unsigned x, unsigned y) {
    unsigned long long u = x >> 1, v = y >> 1;
    return u * u + v * v < 1ull << 62;
}

__device__ unsigned next(unsigned& state) {  // xorshift (Marsaglia 2003)
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}

__global__ void samples_of_one_seed(float2* points, unsigned char* hits, int n, unsigned seed) {
    int first = POINTS * (blockIdx.x * blockDim.x + threadIdx.x);
    unsigned state = 2463534242u + seed;  //[seed]
    for (int i = first; i < first + POINTS && i < n; ++i) {
        unsigned x = next(state), y = next(state);
        points[i] = make_float2((x >> 8) * 0x1p-24f, (y >> 8) * 0x1p-24f);
        hits[i] = is_inside(x, y);
    }
}
