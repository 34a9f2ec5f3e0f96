//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! hazard: 7 8 s
__global__ void halves(int* out) {
    __shared__ int s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = threadIdx.x;                        // write
    if (threadIdx.x >= 16) out[threadIdx.x] = s[threadIdx.x - 16];  // read
}
