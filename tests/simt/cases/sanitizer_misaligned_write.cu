//! launch: grid=1 block=1
//! fault: misaligned 7 x 0
//! says: is not a multiple of 4
// memcheck: a write to an odd address, the last byte of which lies behind the variable
__device__ int x;
__global__ void unaligned() {
    *reinterpret_cast<int*>(reinterpret_cast<char*>(&x) + 1) = 42;  // here
}
