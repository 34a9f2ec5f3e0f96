// The lanes of a warp that have the same bin find each other, and the first of them adds for all.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    const int lane = threadIdx.x % 32, stride = gridDim.x * blockDim.x;
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int first = blockIdx.x * blockDim.x + threadIdx.x - lane; first < n; first += stride) {
        const int i = first + lane;
        int bin = -1;  // of a lane without an element
        if (i < n) {
            bin = min(max((values[i] - low) / width, 0), bins - 1);
            bin_of[i] = bin;
        }
        const unsigned equal = __match_any_sync(0xffffffffu, bin);
        if (bin >= 0 && lane == __ffs(equal) - 1) atomicAdd(&own[bin], __popc(equal));
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], own[b]);
}
