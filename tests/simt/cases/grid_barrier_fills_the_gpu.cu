//! launch: grid=264 block=1024
//! options: session=none
//! argument: i32[1]:zeros
//! argument: i32[2]:zeros
//! result: 1 = 270336 270336
#include <cooperative_groups.h>
__global__ void count(int* arrived, int* seen) {
    const auto grid = cooperative_groups::this_grid();
    atomicAdd(arrived, 1);
    grid.sync();
    if (grid.thread_rank() == 0) seen[0] = *arrived;
    if (grid.thread_rank() == grid.size() - 1) seen[1] = *arrived;
}
