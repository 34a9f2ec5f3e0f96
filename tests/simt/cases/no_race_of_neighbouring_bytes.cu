//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: u8[64]:zeros
//! result: 0 = 0 1 2 3
__global__ void fill(unsigned char* a) { a[threadIdx.x] = threadIdx.x; }
