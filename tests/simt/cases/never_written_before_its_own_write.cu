//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:zeros
//! fault: uninitialized_read 7
__global__ void add(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] += 1;  // read
    out[threadIdx.x] = s[threadIdx.x];
}
