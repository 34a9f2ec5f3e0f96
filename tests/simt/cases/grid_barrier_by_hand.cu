//! launch: grid=4 block=32
//! options: session=none
//! argument: i32[4]:zeros
//! argument: i32[1]:zeros
//! result: 0 = 1 2 3 4
// Between two barriers of the grid the blocks hand a flag on in a loop: a block that waits gives way.
#include <cooperative_groups.h>
__global__ void relay(int* out, int* flag) {
    const auto grid = cooperative_groups::this_grid();
    grid.sync();
    if (threadIdx.x == 0) {
        const int before = gridDim.x - 1 - blockIdx.x;
        while (atomicAdd(flag, 0) != before) {}
        out[before] = before + 1;
        atomicAdd(flag, 1);
    }
    grid.sync();
}
