//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:zeros
//! race: 7 8 s
__global__ void late(int* out) {
    __shared__ int s[64];
    if (threadIdx.x < 32) out[threadIdx.x] = s[threadIdx.x];  // read
    if (threadIdx.x >= 32) s[threadIdx.x - 32] = 1;           // write
}
