//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! fault: out_of_bounds 9 tile 32 0 32
//! hint: The block has more threads than this array has elements
__global__ void shared(int* out) {
    __shared__ int before[8];
    __shared__ int tile[32];
    before[threadIdx.x % 8] = 0;
    tile[threadIdx.x] = 1;  // here
    out[threadIdx.x] = before[0];
}
