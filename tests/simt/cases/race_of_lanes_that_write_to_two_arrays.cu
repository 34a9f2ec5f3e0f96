//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[1]:zeros
//! argument: i32[1]:zeros
//! race: 9 9 even
//! says: writes a different value there in the same instruction
__global__ void k(int* even, int* odd) {
    int* to = threadIdx.x % 2 ? odd : even;
    *to = threadIdx.x;  // here: sixteen lanes on each element
}
