// The numbers of blocks in f32, rounded down: no quotient here is close enough to the next integer to be rounded up to it.
__device__ int down(float x) { return static_cast<int>(floorf(x)); }
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int w = down(ceilf(threads[i] / 32.0f));
        const int units = (registers[i] + 7) >> 3;
        const int by_registers = 4 * (64 / units) / w;
        const int by_shared = down(233472.0f / (128.0f * ceilf((shared[i] + 1024) / 128.0f)));
        const int limits[] = {32, 64 / w, by_registers, by_shared};
        int least = limits[0];
        for (int l : limits) least = l < least ? l : least;
        warps[i] = w * least;
    }
}
