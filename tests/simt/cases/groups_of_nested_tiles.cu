//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! argument: i32[64]:zeros
//! argument: i32[64]:zeros
//! result: 0 = 8 8 8 8 108 108 108 108 208
//! result: 1 = 2 2 2 2 2 2 2 2 102
//! result: 2 = 8 8 8 8 108
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int numbered(cg::thread_block_tile<4> tile) { return tile.meta_group_rank() * 100 + tile.meta_group_size(); }
__global__ void k(int* nested, int* parts, int* erased) {
    const int i = (threadIdx.x + 32) % 64;  // the second warp of the block writes first
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto quad = cg::tiled_partition<4>(warp);
    nested[i] = quad.meta_group_rank() * 100 + quad.meta_group_size();
    erased[i] = numbered(quad);
    if (threadIdx.x % 2 == 0) {
        auto part = cg::tiled_partition(cg::coalesced_threads(), 8);
        parts[i / 2] = parts[i / 2 + 1] = part.meta_group_rank() * 100 + part.meta_group_size();
    }
}
