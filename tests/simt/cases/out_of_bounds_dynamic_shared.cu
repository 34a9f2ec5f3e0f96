//! launch: grid=1 block=64 shared=128
//! argument: i32[64]:zeros
//! fault: out_of_bounds 6 tile 32 0 32
extern __shared__ int tile[];
__global__ void shared(int* out) {
    tile[threadIdx.x] = 1;  // here
    out[threadIdx.x] = tile[threadIdx.x];
}
