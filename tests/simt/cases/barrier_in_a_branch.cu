//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: barrier_divergence 8 - - 0 0
//! other: 10
__global__ void half(int* a) {
    if (threadIdx.x < 16) {
        a[threadIdx.x] = 1;
        __syncthreads();  // here
    }
    a[threadIdx.x] += 1;  // there
}
