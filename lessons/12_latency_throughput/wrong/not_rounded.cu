// All three limits, but as if a warp could have any number of registers.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int warps_per_block = (threads[i] + 31) / 32;
    int blocks = min(min(32, 64 / warps_per_block), 65536 / (32 * registers[i] * warps_per_block));
    warps[i] = min(blocks, 233472 / (shared[i] + 1024)) * warps_per_block;
}
