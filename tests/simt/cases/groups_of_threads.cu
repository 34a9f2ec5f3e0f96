//! launch: grid=1 block=64
//! argument: i32[64]:iota
//! argument: i32[64]:zeros
//! argument: i32[64]:zeros
//! argument: i32[64]:zeros
//! result: 1 = 120 120 120
//! result: 2 = 7 7 7 7 7 7 7 7 15
//! result: 3 = 0 1600 0 1601 0 1602
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ int sum_of(cg::thread_block_tile<16> tile, int value) {
    for (int step = tile.size() / 2; step > 0; step /= 2) value += tile.shfl_xor(value, step);
    return value;
}
__global__ void groups(const int* in, int* sums, int* largest, int* active) {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<16>(block);
    const int i = block.thread_rank();
    sums[i] = sum_of(tile, in[i]);
    largest[i] = cg::reduce(cg::tiled_partition<8>(block), in[i], cg::greater<int>());
    if (in[i] % 2) {
        const cg::coalesced_group odd = cg::coalesced_threads();
        active[i] = odd.size() * 100 + odd.thread_rank();
    }
}
