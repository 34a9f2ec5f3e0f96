//! launch: grid=2 block=32
//! options: trace=full order=all
//! argument: i32[64]:zeros
//! race: 8 8 a
//! hint: its index is wrong
__global__ void number(int* a) {
    int t = threadIdx.x;
    a[t] = int(blockIdx.x) + t;  // here: blockIdx is not part of the index
}
