//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! fault: deadlock 10 - - 0 0
//! says: 64 of 65 arrivals have come
#include <cuda/barrier>
__global__ void waits(int* a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x + 1);
    __syncthreads();
    bar.arrive_and_wait();
    a[threadIdx.x] = 1;
}
