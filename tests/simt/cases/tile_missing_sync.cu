//! launch: grid=1 block=64
//! options: trace=full
//! argument: i32[64]:zeros
//! race: 12 13 staged
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void other(int* a) {
    __shared__ int staged[64];
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    staged[threadIdx.x] = 0;
    tile.sync();
    staged[threadIdx.x] = 1;
    a[threadIdx.x] = staged[threadIdx.x ^ 32];
}
