//! launch: grid=2 block=32
//! argument: f32[40]:iota
//! argument: f32[40]:zeros
//! fault: out_of_bounds 8 in 40 1 8
// memcheck: arrays that share one pool on the GPU, and no check of the size
__global__ void scale(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];  // here
}
