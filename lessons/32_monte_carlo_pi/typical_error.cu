// The typical error of pi from n points: 256 threads each estimate it from n points of their own, and error[0] is the root of
// the mean squared error.
constexpr int RUNS = 256;  // launch with one block of so many threads

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

__global__ void typical_error(float* error, int n, unsigned seed) {
    __shared__ float squares[RUNS];
    unsigned key = mix(seed + 1), first = threadIdx.x * (unsigned)n;
    int inside = 0;
    for (unsigned i = first; i < first + n; ++i) inside += is_inside(mix(2 * i ^ key), mix((2 * i + 1) ^ key));
    float off = 4.0f * inside / n - 3.14159265f;
    squares[threadIdx.x] = off * off;
    __syncthreads();
    if (threadIdx.x != 0) return;
    float sum = 0;
    for (int run = 0; run < RUNS; ++run) sum += squares[run];
    error[0] = sqrtf(sum / RUNS);
}
