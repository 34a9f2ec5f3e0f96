// Step 2: removes the contention for one address. Each thread strides over many points and counts in a register; each warp
// adds up by shuffles, and each block makes one atomic addition.
constexpr int THREADS = 256;  // per block

struct Four {
    unsigned a, b, c, d;
};

__device__ Four philox(unsigned place, unsigned seed) {
    Four x = {place, 0, 0, 0};
    unsigned key0 = seed, key1 = 0;
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        unsigned long long first = 0xD2511F53ull * x.a, second = 0xCD9E8D57ull * x.c;  // one wide multiplication for each
        x = {(unsigned)(second >> 32) ^ x.b ^ key0, (unsigned)second, (unsigned)(first >> 32) ^ x.d ^ key1, (unsigned)first};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return x;
}

__device__ int is_inside(unsigned x, unsigned y) {
    unsigned long long u = x >> 1, v = y >> 1;
    return u * u + v * v < 1ull << 62;
}

__global__ void __launch_bounds__(THREADS) pi_many_samples(unsigned long long* inside, int samples, unsigned seed) {
    __shared__ int of_warps[THREADS / 32];
    int count = 0, pairs = samples / 2;
    int stride = gridDim.x * THREADS;
    for (long long i = blockIdx.x * THREADS + threadIdx.x; i < pairs; i += stride) {
        Four x = philox(i, seed);
        count += is_inside(x.a, x.b) + is_inside(x.c, x.d);
    }
    if (samples % 2 == 1 && blockIdx.x == 0 && threadIdx.x == 0) {
        Four x = philox(pairs, seed);
        count += is_inside(x.a, x.b);
    }
    //[add]
    for (int away = 16; away > 0; away /= 2) count += __shfl_down_sync(0xffffffffu, count, away);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = count;
    __syncthreads();
    if (threadIdx.x != 0) return;
    unsigned long long of_block = 0;
    for (int warp = 0; warp < THREADS / 32; ++warp) of_block += of_warps[warp];
    atomicAdd(inside, of_block);
    //[/add]
}
