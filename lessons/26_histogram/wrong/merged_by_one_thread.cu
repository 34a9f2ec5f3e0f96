// One thread of each block merges all of its bins: a request for each.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = min(max((values[i] - low) / width, 0), bins - 1);
        bin_of[i] = bin;
        atomicAdd(&own[bin], 1);
    }
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int b = 0; b < bins; ++b) atomicAdd(&heights[b], own[b]);
}
