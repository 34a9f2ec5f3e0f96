// How many warps of each kernel fit on one multiprocessor of compute capability 9.0 at a time; one thread per kernel.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int warps_per_block = (threads[i] + 31) / 32;
    int blocks = min(32, 64 / warps_per_block);
    int registers_per_warp = (32 * registers[i] + 255) / 256 * 256;
    int warps_by_registers = 4 * (16384 / registers_per_warp);
    int bytes_per_block = (shared[i] + 1024 + 127) / 128 * 128;
    blocks = min(blocks, warps_by_registers / warps_per_block);
    blocks = min(blocks, 233472 / bytes_per_block);
    warps[i] = blocks * warps_per_block;
}
