//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! argument: i32:40
//! result: 0 = 40 40
__global__ void tail(int* a, int n) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (threadIdx.x >= n) return;
    atomicAdd(&count, 1);
    __syncthreads();
    a[threadIdx.x] = count;
}
