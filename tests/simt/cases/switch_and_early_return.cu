//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! result: 0 = 10 20 31 0 10 20
__device__ int pick(int k) {
    switch (k) {
        case 0: return 10;
        case 1: return 20;
        case 2: k += 20;
        case 7: return k + 9;
        default: return 0;
    }
}
__global__ void choose(int* a) { a[threadIdx.x] = pick(threadIdx.x % 4); }
