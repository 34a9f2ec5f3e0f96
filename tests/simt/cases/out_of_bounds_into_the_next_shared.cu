//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: out_of_bounds 8 row 32 0 31
__global__ void neighbours(int* out) {
    __shared__ int row[32];
    __shared__ int next[32];
    next[threadIdx.x] = 7;
    row[threadIdx.x + 1] = threadIdx.x;  // the last thread writes next[0]
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x] + next[threadIdx.x];
}
