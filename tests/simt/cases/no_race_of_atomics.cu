//! launch: grid=2 block=64
//! options: trace=full
//! argument: i32[1]:zeros
//! result: 0 = 128
__global__ void count(int* a) { atomicAdd(a, 1); }
