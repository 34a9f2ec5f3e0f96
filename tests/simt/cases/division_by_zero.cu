//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! fault: division_by_zero 5 - - 0 0
__global__ void divide(int* a) {
    a[threadIdx.x] = 100 / a[threadIdx.x];  // here
}
