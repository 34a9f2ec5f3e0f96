// A device function for the bin, references to the elements, and loops that count down.
__device__ int bin_for(const int& value, int low, int width, int bins) {
    if (value < low) return 0;
    int bin = (value - low) / width;
    return bin < bins ? bin : bins - 1;
}

__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    for (int b = 255 - (int)threadIdx.x; b >= 0; b -= blockDim.x) own[b] = 0;
    __syncthreads();
    int threads = gridDim.x * blockDim.x, i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
    while (i >= 0) {
        const int& value = values[i];
        int& bin = bin_of[i];
        bin = bin_for(value, low, width, bins);
        atomicAdd(&own[bin], 1);
        i -= threads;
    }
    __syncthreads();
    for (int b = bins - 1 - (int)threadIdx.x; b >= 0; b -= blockDim.x) atomicAdd(&heights[b], own[b]);
}
