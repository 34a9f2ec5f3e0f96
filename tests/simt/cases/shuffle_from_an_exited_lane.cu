//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! warning: 11 lane 24, which has exited
//! result: 0 = 268
// The classic: the threads behind the end leave, and the rest sum over the whole warp.
// Their registers hold what was never set (-1 each here, anything on a GPU).
__global__ void sum(int* out) {
    if (threadIdx.x >= 24) return;
    int total = threadIdx.x;
    for (int step = 16; step > 0; step /= 2)
        total += __shfl_down_sync(0xffffffff, total, step);
    if (threadIdx.x == 0) out[0] = total;
}
