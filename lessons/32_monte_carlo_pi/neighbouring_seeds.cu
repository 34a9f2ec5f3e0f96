// The same picture with a seed of its own for each thread: seed + 0, seed + 1, ... A linear generator keeps them in a lattice.
constexpr int EDGE = 128, SHIFT = 25;  // 2^7 columns and rows

// 31 bits of each coordinate: the sum of the squares fits in 64 bits, so the comparison is exact.
__device__ bool is_inside(unsigned x, unsigned y) {
    unsigned long long u = x >> 1, v = y >> 1;
    return u * u + v * v < 1ull << 62;
}

__device__ unsigned next(unsigned& state) { return state = 1664525u * state + 1013904223u; }

__global__ void points_of_neighbouring_seeds(int* picture, int n, unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned state = seed + i;  //[seed]
    unsigned x = next(state), y = next(state);
    atomicMax(&picture[(y >> SHIFT) * EDGE + (x >> SHIFT)], is_inside(x, y) ? 2 : 1);
}
