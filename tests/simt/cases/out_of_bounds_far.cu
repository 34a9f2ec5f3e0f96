//! launch: grid=1 block=32
//! argument: i32[64]:iota
//! argument: i32[64]:zeros
//! fault: out_of_bounds 7 in 2000000000 0 0
__global__ void far(const int* in, int* out) {
    int i = 2000000000;
    out[threadIdx.x] = in[i];  // here
}
