//! launch: grid=1 block=32
//! argument: u8[256]:iota
//! argument: i32[64]:zeros
//! fault: misaligned 6 in 1 0 0
__global__ void odd(const unsigned char* in, int* out) {
    out[threadIdx.x] = *(const int*)(in + 1 + 4 * threadIdx.x);  // here
}
