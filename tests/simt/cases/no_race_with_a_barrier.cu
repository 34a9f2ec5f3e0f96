//! launch: grid=2 block=64
//! options: trace=full
//! argument: i32[128]:zeros
//! result: 0 = 1 2 3
__global__ void shift(int* a) {
    __shared__ int s[65];
    if (threadIdx.x == 0) s[64] = 64;
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x + 1];
}
