// How many warps of each kernel fit on one multiprocessor of compute capability 9.0 at a time; one thread per kernel.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int w = (threads[i] + 31) >> 5;
    int blocks = 64 / w;
    if (blocks > 32) blocks = 32;
    if (const int b = ((16384 / ((32 * registers[i] + 255) & ~255)) << 2) / w; b < blocks) blocks = b;
    if (const int b = 233472 / ((shared[i] + 1151) & ~127); b < blocks) blocks = b;
    warps[i] = blocks * ((threads[i] + 31) >> 5);
}
