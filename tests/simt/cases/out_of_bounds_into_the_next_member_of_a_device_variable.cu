//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! fault: out_of_bounds 9 tables.first 32
struct Tables {
    int first[32], second[32];
};
__device__ Tables tables;
__global__ void sum(int* out) {
    out[threadIdx.x] = tables.first[threadIdx.x];  // here
}
