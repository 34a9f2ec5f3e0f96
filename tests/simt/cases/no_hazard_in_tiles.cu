//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! result: 0 = 1 2 3 4 5 6 7 0 9
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void rotate(int* out) {
    __shared__ int s[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x / 8 * 8 + (threadIdx.x + 1) % 8];
}
