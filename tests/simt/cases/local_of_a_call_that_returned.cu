//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: out_of_bounds 12 - - 0 0
__device__ int* squares(int n) {
    int all[4];
    for (int k = 0; k < 4; ++k) all[k] = n * n;
    int* first = all;
    return first;
}
__global__ void dangling(int* out) {
    int* p = squares(threadIdx.x);
    out[threadIdx.x] = p[1];  // here
}
