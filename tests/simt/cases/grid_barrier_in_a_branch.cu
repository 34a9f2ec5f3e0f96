//! launch: grid=2 block=64
//! options: session=none
//! argument: i32[1]:zeros
//! fault: barrier_divergence 8
//! hint: All threads of the group
#include <cooperative_groups.h>
__global__ void some(int* a) {
    if (threadIdx.x % 2 == 0) cooperative_groups::this_grid().sync();
    a[0] = 1;
}
