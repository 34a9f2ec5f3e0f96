//! launch: grid=1 block=32
//! argument: i32[64]:zeros
//! fault: out_of_bounds 7 row 10 0 10
__global__ void local(int* out) {
    int row[10], next[64];
    for (int k = 0; k < 64; ++k) next[k] = row[k % 10] = k;
    out[threadIdx.x] = row[threadIdx.x] + next[threadIdx.x];  // here
}
