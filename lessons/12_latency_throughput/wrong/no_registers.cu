// Slots and shared memory, but not the registers.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int warps_per_block = (threads[i] + 31) / 32;
    int bytes_per_block = (shared[i] + 1024 + 127) / 128 * 128;
    int blocks = min(min(32, 64 / warps_per_block), 233472 / bytes_per_block);
    warps[i] = blocks * warps_per_block;
    (void)registers;
}
