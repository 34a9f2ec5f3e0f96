//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! result: 0 = 5 8 11 5
__device__ int offset = 5;
__constant__ int steps[3] = {0, 3, 6};
__global__ void read(int* a) { a[threadIdx.x] = offset + steps[threadIdx.x % 3]; }
