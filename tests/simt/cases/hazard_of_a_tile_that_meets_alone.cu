//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! hazard: 10 12 s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void rotate(int* out) {
    __shared__ int s[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;  // write
    tile.sync();
    out[threadIdx.x] = s[(threadIdx.x + 8) % 32];  // read
}
