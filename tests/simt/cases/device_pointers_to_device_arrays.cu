//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! result: 0 = 9 12 15 9
__device__ int table[3] = {4, 5, 6};
__device__ int* place = &table[1];
__constant__ int steps[3] = {5, 7, 9};
__device__ const int* const both[2] = {table, steps};
__global__ void read(int* out) {
    int i = threadIdx.x % 3;
    out[threadIdx.x] = both[0][i] + both[1][i] + (*place - 5);
}
