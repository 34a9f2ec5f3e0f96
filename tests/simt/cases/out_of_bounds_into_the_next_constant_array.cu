//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: out_of_bounds 6 weights 3
__constant__ int weights[3] = {1, 2, 3}, offsets[3] = {4, 5, 6};
__global__ void sum(int* out) {
    out[threadIdx.x] = weights[threadIdx.x % 4] + offsets[0];  // here
}
