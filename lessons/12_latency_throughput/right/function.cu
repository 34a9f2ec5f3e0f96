// How many warps of each kernel fit on one multiprocessor of compute capability 9.0 at a time; one thread per kernel.
__device__ int rounded_up(int x, int step) {
    return (x + step - 1) / step * step;
}
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int &t = threads[i], &r = registers[i], &s = shared[i];
        const int warps_per_block = rounded_up(t, 32) / 32;
        const int limits[4] = {32, 64 / warps_per_block, 16384 / rounded_up(32 * r, 256) * 4 / warps_per_block,
                               233472 / rounded_up(s + 1024, 128)};
        int blocks = limits[0];
        for (int k = 1; k < 4; ++k) blocks = min(blocks, limits[k]);
        warps[i] = warps_per_block * blocks;
    }
}
