//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! fault: barrier_divergence 8
//! says: waits at a different one, in line 11
//! other: 11
__global__ void ways(int* a) {
    if (threadIdx.x < 32) {
        __syncthreads();  // here
        a[threadIdx.x] = 1;
    } else {
        __syncthreads();  // there
        a[threadIdx.x] = 2;
    }
}
