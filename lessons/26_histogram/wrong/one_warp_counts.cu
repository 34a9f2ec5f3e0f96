// All threads work out bins, and then the first warp counts for the block while the others wait.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    __shared__ int found[1024];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
        int i = first + threadIdx.x;
        __syncthreads();
        if (i < n) bin_of[i] = found[threadIdx.x] = min(max((values[i] - low) / width, 0), bins - 1);
        __syncthreads();
        if (threadIdx.x < 32)
            for (int k = threadIdx.x; k < blockDim.x && first + k < n; k += 32) atomicAdd(&own[found[k]], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], own[b]);
}
