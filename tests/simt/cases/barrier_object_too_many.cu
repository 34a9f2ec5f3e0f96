//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! fault: barrier_divergence 10
//! says: waits for 1 more
//! hint: init()
#include <cuda/barrier>
__global__ void waits(int* a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, 99), a[0] = 1;
    __syncthreads(), bar.arrive(2);
}
