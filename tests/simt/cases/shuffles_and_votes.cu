//! launch: grid=1 block=32
//! argument: i32[8]:zeros
//! result: 0 = 496 31 5 65535 1 0 3
__global__ void warp(int* out) {
    const unsigned all = 0xffffffff;
    int lane = threadIdx.x, sum = lane;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(all, sum, step);
    int last = __shfl_sync(all, lane, 31);
    int swapped = __shfl_xor_sync(all, lane, 5);
    unsigned low = __ballot_sync(all, lane < 16);
    int any = __any_sync(all, lane == 3), every = __all_sync(all, lane == 3);
    unsigned same = __match_any_sync(all, lane / 2);
    if (lane == 0) {
        out[0] = sum;
        out[1] = last;
        out[2] = swapped;
        out[3] = (int)low;
        out[4] = any;
        out[5] = every;
        out[6] = (int)same;
    }
}
