//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:iota
//! argument: i32[1]:zeros
//! result: 1 = 1
// Both branches write the same value: whichever comes last, the flag is set.
__global__ void any(const int* in, int* out) {
    __shared__ int found;
    found = 0;
    __syncwarp();
    if (in[threadIdx.x] == 3) found = 1;
    if (in[threadIdx.x] == 7) found = 1;
    __syncwarp();
    if (threadIdx.x == 0) *out = found;
}
