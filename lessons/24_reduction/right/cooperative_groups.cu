#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int parts[8];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int j = threadIdx.x, own = j < cols ? m[blockIdx.x * cols + j] : INT_MIN;
    int p = cg::reduce(warp, own, cg::greater<int>());
    if (warp.thread_rank() == 0) parts[warp.meta_group_rank()] = p;
    __syncthreads();
    for (int w = 0; w < warp.meta_group_size(); ++w) p = max(p, parts[w]);
    if (j < cols) below[blockIdx.x * cols + j] = p - own;
    if (j == 0) atomicMax(largest, p);
}
