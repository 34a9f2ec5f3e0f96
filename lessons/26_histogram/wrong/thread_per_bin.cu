// No atomics: a thread for each bin looks through all elements.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int i = thread; i < n; i += threads) bin_of[i] = min(max((values[i] - low) / width, 0), bins - 1);
    for (int b = thread; b < bins; b += threads) {
        int count = 0;
        for (int i = 0; i < n; ++i) count += min(max((values[i] - low) / width, 0), bins - 1) == b;
        heights[b] = count;
    }
}
