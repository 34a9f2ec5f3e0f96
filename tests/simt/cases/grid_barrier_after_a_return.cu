//! launch: grid=4 block=32
//! options: session=none
//! argument: i32[128]:zeros
//! fault: deadlock 11 - - 0 0
//! says: block (3, 0, 0) never reaches
#include <cooperative_groups.h>
__global__ void early(int* a) {
    const auto grid = cooperative_groups::this_grid();
    if (blockIdx.x == 3) return;
    a[grid.thread_rank()] = 1;
    grid.sync();
}
