// Four neighbouring points per thread and store, and a tree over any number of threads.

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
    __shared__ unsigned counts[1024];
    const unsigned key = mix(seed + 1), thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned count = 0;
    for (unsigned k = thread; k < n / 4; k += threads) {
        uchar4 four = make_uchar4(is_hit(4 * k, key), is_hit(4 * k + 1, key), is_hit(4 * k + 2, key), is_hit(4 * k + 3, key));
        reinterpret_cast<uchar4*>(hits)[k] = four;
        count += four.x + four.y + four.z + four.w;
    }
    if (thread < n % 4) {
        unsigned i = n / 4 * 4 + thread;
        count += hits[i] = is_hit(i, key);
    }
    counts[threadIdx.x] = count;
    __syncthreads();
    for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
        if (threadIdx.x < left / 2) counts[threadIdx.x] += counts[threadIdx.x + (left + 1) / 2];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(inside, counts[0]);
}
