//! launch: grid=1 block=32
//! argument: i32[64]:zeros
//! fault: stack_overflow 5 - - 0 0
__device__ int deeper(int n) {
    return n + deeper(n + 1);  // here
}
__global__ void recurse(int* a) { a[threadIdx.x] = deeper(1); }
