//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[1]:zeros
//! fault: uninitialized_read 7 count 0
__global__ void votes(int* out) {
    __shared__ int count;
    atomicAdd(&count, 1);  // read
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}
