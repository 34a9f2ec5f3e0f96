//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! hazard: 9 10 s
__global__ void take(int* out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 5;
    __syncwarp();
    out[threadIdx.x] = s;           // read
    if (threadIdx.x == 31) s = 6;  // write
}
