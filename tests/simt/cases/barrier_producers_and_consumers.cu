//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[256]:iota
//! argument: i32[256]:zeros
//! result: 1 = 0 2 4 6
// As in the programming guide: one warp fills two buffers in turn, the other one empties them.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__device__ void produce(barrier ready[], barrier filled[], int buffer[2][32], const int* in) {
    for (int i = 0; i < 8; ++i) {
        ready[i % 2].arrive_and_wait();
        buffer[i % 2][threadIdx.x] = in[i * 32 + threadIdx.x];
        filled[i % 2].arrive();
    }
}
__device__ void consume(barrier ready[], barrier filled[], int buffer[2][32], int* out) {
    ready[0].arrive();
    ready[1].arrive();
    for (int i = 0; i < 8; ++i) {
        filled[i % 2].arrive_and_wait();
        out[i * 32 + threadIdx.x - 32] = 2 * buffer[i % 2][threadIdx.x - 32];
        ready[i % 2].arrive();
    }
}
__global__ void hand_over(const int* in, int* out) {
    __shared__ barrier bars[4];
    __shared__ int buffer[2][32];
    if (threadIdx.x < 4) init(bars + threadIdx.x, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32) produce(bars, bars + 2, buffer, in);
    else consume(bars, bars + 2, buffer, out);
}
