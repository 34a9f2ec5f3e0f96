//! launch: grid=2 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! argument: i32[33]:zeros
//! result: 0 = 0 3 6
// A flag that one block sets and another one waits for, with fences: as it was written before cuda::atomic.
__global__ void hand_over(int* out, int* between) {
    volatile int* ready = between + 32;
    if (blockIdx.x == 0) {
        between[threadIdx.x] = 3 * threadIdx.x;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) *ready = 1;
    } else {
        if (threadIdx.x == 0) {
            while (*ready == 0) __nanosleep(100);
            __threadfence();
        }
        __syncthreads();
        out[threadIdx.x] = between[threadIdx.x];
    }
}
