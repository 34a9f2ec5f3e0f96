// One thread counts everything.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        int bin = min(max((values[i] - low) / width, 0), bins - 1);
        bin_of[i] = bin;
        ++heights[bin];
    }
}
