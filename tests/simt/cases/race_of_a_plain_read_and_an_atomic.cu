//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[1]:zeros
//! argument: i32[1]:zeros
//! race: 7 8 a
__global__ void peek(int* a, int* out) {
    if (threadIdx.x < 32) atomicAdd(a, 1);  // write
    if (threadIdx.x == 32) *out = *a;       // read
}
