//! launch: grid=1 block=40
//! argument: i32[64]:zeros
//! warning: 7 lane 8, which does not exist
// The second warp has 8 threads: a lane without a thread has no value.
__global__ void neighbour(int* out) {
    int mine = threadIdx.x;
    int next = __shfl_down_sync(0xffffffff, mine, 1);
    out[threadIdx.x] = next;
}
