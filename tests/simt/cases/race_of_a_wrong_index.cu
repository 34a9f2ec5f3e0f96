//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[64]:zeros
//! race: 8 8 a
//! hint: its index is wrong
__global__ void number(int* a) {
    int t = threadIdx.x;
    a[t % 32] = t;  // here: two warps, the same 32 elements
}
