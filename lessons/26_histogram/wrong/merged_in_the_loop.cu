// The bins of a block are merged after each stretch of its elements, and set to 0 again.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
        for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
        __syncthreads();
        int i = first + threadIdx.x;
        if (i < n) {
            int bin = min(max((values[i] - low) / width, 0), bins - 1);
            bin_of[i] = bin;
            atomicAdd(&own[bin], 1);
        }
        __syncthreads();
        for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], own[b]);
    }
}
