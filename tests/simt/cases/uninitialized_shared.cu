//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! fault: uninitialized_read 7 s 0 0 0
__global__ void read(int* a) {
    __shared__ int s[32];
    a[threadIdx.x] = s[threadIdx.x];  // here
}
