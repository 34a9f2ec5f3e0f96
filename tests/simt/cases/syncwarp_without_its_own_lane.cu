//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: barrier_divergence 6 - - 0 4
__global__ void lanes(int* out) {
    out[threadIdx.x] = 1;
    __syncwarp(0xf);
}
