// The registers of all four parts as one: a warp may then have some of each.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int warps_per_block = (threads[i] + 31) / 32;
    int registers_per_warp = (32 * registers[i] + 255) / 256 * 256;
    int bytes_per_block = (shared[i] + 1024 + 127) / 128 * 128;
    int blocks = min(min(32, 64 / warps_per_block), 65536 / registers_per_warp / warps_per_block);
    warps[i] = min(blocks, 233472 / bytes_per_block) * warps_per_block;
}
