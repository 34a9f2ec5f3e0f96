// Sums of cooperative groups, within the warps and then over them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

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
    __shared__ unsigned of_warps[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::grid_group grid = cg::this_grid();
    const unsigned key = mix(seed + 1);
    unsigned count = 0;
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size()) {
        const bool hit = is_hit(i, key);
        hits[i] = hit ? 1 : 0;
        if (hit) ++count;
    }
    count = cg::reduce(warp, count, cg::plus<unsigned>());
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = count;
    block.sync();
    if (warp.meta_group_rank() > 0) return;
    count = warp.thread_rank() < warp.meta_group_size() ? of_warps[warp.thread_rank()] : 0;
    count = cg::reduce(warp, count, cg::plus<unsigned>());
    if (warp.thread_rank() == 0) atomicAdd(inside, count);
}
