// Lanes with equal bins add together, but to global memory: one atomic for each different bin of a warp.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    const int lane = threadIdx.x % 32;
    for (int first = blockIdx.x * blockDim.x + threadIdx.x - lane; first < n; first += gridDim.x * blockDim.x) {
        const int i = first + lane;
        int bin = -1;  // of a lane without an element
        if (i < n) {
            bin = min(max((values[i] - low) / width, 0), bins - 1);
            bin_of[i] = bin;
        }
        const unsigned equal = __match_any_sync(0xffffffffu, bin);
        if (bin >= 0 && lane == __ffs(equal) - 1) atomicAdd(&heights[bin], __popc(equal));
    }
}
