//! launch: grid=1 block=64
//! options: trace=full
//! argument: i32[64]:zeros
//! race: 11 13 staged
#include <cuda/barrier>
__global__ void early(int* a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int staged[64];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    staged[threadIdx.x] = 1;
    // The wait is missing.
    a[threadIdx.x] = staged[threadIdx.x ^ 32];
    bar.arrive();
}
