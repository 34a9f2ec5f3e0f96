//! launch: grid=3 block=32
//! options: trace=full order=all
//! argument: i32[128]:unset
//! warning: 0 elements 96 to 127 of 'out' were never written
__global__ void fill(int* out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
