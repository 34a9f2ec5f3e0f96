//! entry: k
//! launch: grid=1 block=8
//! argument: f32[8]:zeros
//! variable: c f32[3]:iota
//! variable: offset i32[1]:iota
//! variable: table f32[4]:iota
//! result: 0 = 0 2 4 10 0 2 4 10
// The fourth of c keeps its initial value, where three are given.
#include <cuda_runtime.h>
__constant__ float c[4] = {9, 9, 9, 7};
__constant__ int offset = 5;
__device__ float table[4];
__global__ void k(float* a) { a[threadIdx.x] = c[threadIdx.x % 4] + table[threadIdx.x % 4] + offset; }
int main() {
    float h[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(c, h, sizeof h);
    return 0;
}
