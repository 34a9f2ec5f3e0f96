//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[2]:zeros
//! race: 7 7 a
__global__ void two(int* a) {
    a[0] = threadIdx.x / 32;  // warpwise: benign race
    a[1] = threadIdx.x / 32;  // here
}
