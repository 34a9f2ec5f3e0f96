//! launch: grid=1 block=64
//! options: trace=full
//! argument: i32[64]:zeros
//! fault: data_race 10 s 32 0 32
//! other: 11
__global__ void turn(int* a) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;  // here
    a[threadIdx.x] = s[63 - threadIdx.x];  // there
}
