//! launch: grid=1 block=32 shared=128
//! argument: i32[32]:zeros
//! fault: out_of_bounds 6 dynamic -1 0 0
extern __shared__ int dynamic[];
__device__ int left_of(const int* p, int i) {
    return p[i - 1];
}
__global__ void neighbours(int* out) {
    __shared__ int fixed[32];
    fixed[threadIdx.x] = 1;
    dynamic[threadIdx.x] = 2;
    __syncthreads();
    const int* from = threadIdx.x < 32 ? dynamic : fixed;
    out[threadIdx.x] = left_of(from, threadIdx.x);
}
