//! launch: grid=4 block=32
//! options: trace=full session=none
//! argument: i32[128]:zeros
//! argument: i32[128]:zeros
//! race: 13 14 b
// A race between blocks behind a barrier of the grid is still found.
#include <cooperative_groups.h>
__global__ void turn(int* a, int* b) {
    const auto grid = cooperative_groups::this_grid();
    const int i = grid.thread_rank(), n = grid.size();
    b[i] = i;
    grid.sync();
    a[i] = b[n - 1 - i];
    b[i] = a[n - 1 - i];
}
