//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! result: 0 = 31 30 29
__global__ void reverse(int* out) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __ballot_sync(0xffffffffu, 1);
    int other = s[31 - threadIdx.x];
    __shfl_sync(0xffffffffu, other, 0);
    s[threadIdx.x] = other;
    out[threadIdx.x] = s[threadIdx.x];
}
