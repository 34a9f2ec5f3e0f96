//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! argument: u64:0
//! fault: null_pointer 6 - - 0 0
__global__ void copy(int* out, const int* in) {
    out[threadIdx.x] = in[threadIdx.x];
}
