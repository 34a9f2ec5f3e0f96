// Scans of cooperative groups: one within each warp, and one in every warp over the counts of all warps.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int of_warps[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int x = block.thread_rank(), row = blockIdx.x * n;
    int keep = x < n ? mask[row + x] : 0;
    int place = cg::inclusive_scan(warp, keep);
    if (warp.thread_rank() == 31) of_warps[warp.meta_group_rank()] = place;
    block.sync();
    int upto = cg::inclusive_scan(warp, warp.thread_rank() < warp.meta_group_size() ? of_warps[warp.thread_rank()] : 0);
    int before = warp.shfl(upto, (warp.meta_group_rank() + 31) % 32);
    if (warp.meta_group_rank() == 0) before = 0;
    int total = warp.shfl(upto, 31);
    if (keep) selected[row + before + place - 1] = values[row + x];
    if (x == 0) counts[blockIdx.x] = total;
}
