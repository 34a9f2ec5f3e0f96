//! launch: grid=1 block=256
//! options: trace=full order=all
//! argument: i32[256]:iota
//! argument: i32[256]:zeros
//! argument: i32[256]:zeros
//! argument: i32[256]:zeros
//! argument: i32[256]:zeros
//! result: 1 = 2016 2016
//! result: 2 = 0 1 3 6 10
//! result: 3 = 5 5 5 5
//! result: 4 = 4 4 4 4
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void tiles(const int* in, int* sums, int* scans, int* fives, int* sizes) {
    __shared__ cg::block_tile_memory<256> memory;
    __shared__ int staged[256];
    cg::thread_block block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<64>(block);
    const int i = block.thread_rank();
    staged[i] = in[i];
    tile.sync();
    const int across = staged[i ^ 32];
    sums[i] = cg::reduce(tile, across, cg::plus<int>());
    scans[i] = cg::inclusive_scan(tile, in[i] % 64, cg::plus<int>());
    const auto wide = cg::tiled_partition<128>(block);
    const auto half = cg::tiled_partition<64>(wide);
    fives[i] = wide.shfl(in[i] % 128, 5) + (half.any(tile.thread_rank() == 63) ? 0 : 1);
    sizes[i] = tile.meta_group_size() + half.meta_group_rank() * 0;
    if (half.meta_group_size() != 2 || cg::exclusive_scan(tile, 1, cg::plus<int>()) != (int)tile.thread_rank()) sizes[i] = -1;
}
