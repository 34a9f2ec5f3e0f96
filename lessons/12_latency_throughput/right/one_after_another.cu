// How many warps of each kernel fit on one multiprocessor of compute capability 9.0 at a time; one thread per kernel.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int per_block = threads[i] / 32 + (threads[i] % 32 != 0);
    int of_warp = (registers[i] * 32 + 255) / 256 * 256;
    int bytes = (shared[i] + 1024 + 127) / 128 * 128;
    int blocks = 0, room = 16384 / of_warp * 4;
    while (blocks < 32 && (blocks + 1) * per_block <= 64 && (blocks + 1) * per_block <= room && (blocks + 1) * bytes <= 233472)
        ++blocks;
    warps[i] = blocks * per_block;
}
