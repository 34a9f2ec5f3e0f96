//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! argument: i32[8]:zeros
//! fault: out_of_bounds 8 b 8 0 8
//! result: 0 = 7 7 7 7
__global__ void both(int* a, int* b) {
    a[threadIdx.x] = 7;
    b[threadIdx.x] = 7;  // here
}
