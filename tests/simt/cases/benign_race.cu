//! launch: grid=2 block=64
//! options: trace=full order=all
//! argument: i32[128]:iota
//! argument: i32[1]:zeros
//! result: 1 = 1
__global__ void any(const int* in, int* found) {
    if (*found) return;
    if (in[blockIdx.x * blockDim.x + threadIdx.x] % 32 == 5) *found = 1;  // warpwise: benign race
}
