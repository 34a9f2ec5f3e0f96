//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: barrier_divergence 10
//! other: 7
__global__ void sides(int* a) {
    if (threadIdx.x < 16) {
        __syncthreads();  // here
        a[threadIdx.x] = 1;
    } else {
        __syncthreads();  // there
        a[threadIdx.x] = 2;
    }
    a[threadIdx.x] += 1;
}
