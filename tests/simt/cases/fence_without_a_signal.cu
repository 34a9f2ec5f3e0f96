//! launch: grid=4 block=64
//! options: trace=full
//! argument: i32[1]:zeros
//! fault: data_race 13 largest 0
// A fence orders the accesses of one thread, and nothing here tells another block how far it is.
__global__ void most(int* largest) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1);
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0 && sum + (int)blockIdx.x > *largest) *largest = sum + blockIdx.x;
}
