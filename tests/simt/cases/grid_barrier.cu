//! launch: grid=8 block=64
//! options: trace=full order=all session=none
//! argument: i32[512]:zeros
//! argument: i32[512]:zeros
//! result: 1 = 511 510 509
// Each thread reads what a thread of another block wrote before the barrier of the grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void turn(int* a, int* b) {
    cg::grid_group grid = cg::this_grid();
    const int i = grid.thread_rank(), n = grid.size();
    a[i] = i;
    grid.sync();
    b[i] = a[n - 1 - i];
    grid.sync();
    a[i] = b[i];
    grid.sync();
    b[n - 1 - i] = a[i] * 0 + i;
}
