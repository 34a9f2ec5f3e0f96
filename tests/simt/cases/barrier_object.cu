//! launch: grid=2 block=96
//! options: trace=full order=all
//! argument: i32[192]:zeros
//! argument: i32[4]:zeros
//! result: 0 = 95 94 93
//! result: 1 = 1 0 1
// Arrives early, works, waits; then one warp leaves the barrier, and the others go on without it.
#include <cuda/barrier>
#include <utility>
__global__ void split(int* a, int* log) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int staged[96];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    staged[threadIdx.x] = threadIdx.x;
    auto token = bar.arrive();
    int mine = blockIdx.x;
    bar.wait(std::move(token));
    a[blockIdx.x * 96 + threadIdx.x] = staged[95 - threadIdx.x] + mine * 0;
    bar.arrive_and_wait();
    if (threadIdx.x >= 64) {
        bar.arrive_and_drop();
        return;
    }
    bar.arrive_and_wait();
    bar.arrive_and_wait();
    if (threadIdx.x == 0 && blockIdx.x == 0) log[0] = 1, log[2] = bar.try_wait(bar.arrive()) ? 0 : 1;
}
