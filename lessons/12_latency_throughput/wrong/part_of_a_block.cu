// The warps that fit, also those of a block that does not fit as a whole.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int warps_per_block = (threads[i] + 31) / 32;
    int registers_per_warp = (32 * registers[i] + 255) / 256 * 256;
    int bytes_per_block = (shared[i] + 1024 + 127) / 128 * 128;
    int blocks = min(32, 233472 / bytes_per_block);
    warps[i] = min(min(64, blocks * warps_per_block), 4 * (16384 / registers_per_warp));
}
