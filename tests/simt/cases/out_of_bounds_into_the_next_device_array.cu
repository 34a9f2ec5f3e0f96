//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! fault: out_of_bounds 6 first 32
__device__ int first[32], second[32];
__global__ void sum(int* out) {
    out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x % 32];  // here
}
