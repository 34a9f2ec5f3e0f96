//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:zeros
//! fault: uninitialized_read 7
__global__ void late(int* out) {
    __shared__ int s[64];
    if (threadIdx.x < 32) out[threadIdx.x] = s[threadIdx.x];  // read
    __syncthreads();
    if (threadIdx.x >= 32) s[threadIdx.x - 32] = 1;
    __syncthreads();
    out[threadIdx.x] += s[threadIdx.x % 32];
}
