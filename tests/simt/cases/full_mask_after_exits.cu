//! launch: grid=1 block=48
//! argument: i32[48]:zeros
//! result: 0 = 24 23 276
// Exited lanes in the mask are not a mistake: they are not waited for. Nothing here reads a value of theirs.
__global__ void votes(int* out) {
    int lane = threadIdx.x % 32;
    if (threadIdx.x >= 24) return;
    unsigned voters = __ballot_sync(0xffffffff, 1);
    int count = __popc(voters), last = __shfl_sync(0xffffffff, lane, count - 1);
    int sum = lane;
    for (int step = 1; step < 32; step *= 2) {
        int below = __shfl_up_sync(0xffffffff, sum, step);
        if (lane >= step) sum += below;
    }
    __syncwarp();
    if (lane == 23) {
        out[0] = count;
        out[1] = last;
        out[2] = sum;
    }
}
