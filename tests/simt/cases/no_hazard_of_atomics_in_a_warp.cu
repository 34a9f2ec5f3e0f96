//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[1]:zeros
//! result: 0 = 48
__global__ void count(int* out) {
    __shared__ int n;
    if (threadIdx.x == 0) n = 0;
    __syncwarp();
    atomicAdd(&n, 1);
    if (threadIdx.x % 2) atomicAdd(&n, 1);
    __syncwarp();
    if (threadIdx.x == 0) *out = n;
}
