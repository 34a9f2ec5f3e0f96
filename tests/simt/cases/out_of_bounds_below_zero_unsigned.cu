//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: out_of_bounds 7 a 4294967295 0 0
//! hint: is -1
//! hint: wrapped around
__global__ void left(int* a) {
    a[threadIdx.x] = a[threadIdx.x - 1u];
}
