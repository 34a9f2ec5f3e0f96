//! launch: grid=265 block=1024
//! options: session=none
//! argument: i32[1]:zeros
//! fault: launch_invalid
//! says: cudaErrorCooperativeLaunchTooLarge: 265 blocks
//! says: at most 264 (2 per multiprocessor, 132 multiprocessors
#include <cooperative_groups.h>
__global__ void large(int* a) {
    cooperative_groups::this_grid().sync();
    a[0] = 1;
}
