//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:iota
//! argument: i32[64]:zeros
//! race: 10 11 s
//! says: no barrier in between
//! hint: __syncthreads()
__global__ void reverse(const int* in, int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];       // write
    out[threadIdx.x] = s[63 - threadIdx.x];  // read
}
