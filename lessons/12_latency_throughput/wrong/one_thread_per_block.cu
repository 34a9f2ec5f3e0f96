// Thread 0 of each block computes all results of the block, and the other threads only load and store.
__device__ int fit(int threads, int registers, int shared) {
    int warps_per_block = (threads + 31) / 32;
    int per_warp = (32 * registers + 255) / 256 * 256;
    int bytes = (shared + 1024 + 127) / 128 * 128;
    int blocks = min(min(32, 64 / warps_per_block), min(4 * (16384 / per_warp) / warps_per_block, 233472 / bytes));
    return blocks * warps_per_block;
}
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int t[1024], r[1024], s[1024];
    if (i < n) t[threadIdx.x] = threads[i], r[threadIdx.x] = registers[i], s[threadIdx.x] = shared[i];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < blockDim.x && i + k < n; ++k) t[k] = fit(t[k], r[k], s[k]);
    __syncthreads();
    if (i < n) warps[i] = t[threadIdx.x];
}
