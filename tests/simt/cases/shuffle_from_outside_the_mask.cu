//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! warning: 7 lane 16, which its mask 0x0000ffff leaves out
// Both halves run the same instruction, each with a mask of its own: the other half's values are not to be had.
__global__ void halves(int* out) {
    unsigned half = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
    out[threadIdx.x] = __shfl_xor_sync(half, (int)threadIdx.x, 16);
}
