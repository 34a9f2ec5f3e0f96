//! launch: grid=2 block=32
//! options: session=none
//! argument: i32[1]:zeros
//! fault: step_budget 8
#include <cooperative_groups.h>
__global__ void waits(int* flag) {
    const auto grid = cooperative_groups::this_grid();
    while (blockIdx.x == 1 && atomicAdd(flag, 0) == 0) {}
    grid.sync();
    if (blockIdx.x == 0) atomicExch(flag, 1);
}
