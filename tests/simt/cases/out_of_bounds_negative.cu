//! launch: grid=1 block=32
//! argument: i32[64]:iota
//! argument: i32[64]:zeros
//! fault: out_of_bounds 7 in -1 0 0
__global__ void shift(const int* in, int* out) {
    int i = threadIdx.x;
    out[i] = in[i - 1];  // here
}
