//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! result: 0 = 0 1 1 2 3 5 8 13 21
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void numbers(int* a) { a[threadIdx.x] = fibonacci(threadIdx.x % 9); }
