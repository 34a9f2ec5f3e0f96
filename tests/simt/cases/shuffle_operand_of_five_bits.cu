//! launch: grid=1 block=32
//! argument: i32[128]:zeros
//! result: 0 = 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 31 0 0 0 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 31
// Only five bits of a shuffle's last operand count: -1 is 31, 33 is 1. In a whole warp and in a part of one.
__global__ void beyond(int* out) {
    const unsigned all = 0xffffffff;
    int lane = threadIdx.x;
    out[lane] = __shfl_xor_sync(all, lane, -1);
    out[32 + lane] = __shfl_up_sync(all, lane, -1);
    out[64 + lane] = __shfl_down_sync(all, lane, 33);
    if (lane > 2) {
        out[96 + lane] = __shfl_down_sync(all << 3, lane, 33);
    }
}
