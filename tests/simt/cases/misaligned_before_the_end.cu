//! launch: grid=1 block=32
//! argument: u8[128]:iota
//! argument: i32[32]:zeros
//! fault: misaligned 7
// The last lane's access would also pass the end.
__global__ void odd(const unsigned char* in, int* out) {
    if (threadIdx.x == 31) out[threadIdx.x] = *(const int*)(in + 125);  // here
}
