// All threads read, and write after a barrier for the whole grid: it works only while all blocks are resident.
#include <cooperative_groups.h>

__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float other = i < n ? a[n - 1 - i] : 0;
    cooperative_groups::this_grid().sync();
    if (i < n) a[i] = other;
}
