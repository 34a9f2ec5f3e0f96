//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! fault: no_return_value
//! says: reaches the end of a function that must return a value
//! hint: Add the missing return statement
__device__ __noinline__ int sign(int x) {
    if (x > 3) return 1;
    if (x < 3) return -1;
}  // here: x == 3
__global__ void k(int* a) { a[threadIdx.x] = sign(a[threadIdx.x]); }
