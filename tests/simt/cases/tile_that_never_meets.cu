//! launch: grid=1 block=128
//! argument: i32[128]:zeros
//! fault: deadlock 9
//! says: tile of 64 threads
//! other: 11
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void half(int* a) {
    if (threadIdx.x < 32) cg::tiled_partition<64>(cg::this_thread_block()).sync();
    a[threadIdx.x] = 1;
    __syncthreads();
}
