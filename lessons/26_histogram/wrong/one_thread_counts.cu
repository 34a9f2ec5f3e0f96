// No atomics in shared memory: the threads write their bins there, and one thread counts them.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    __shared__ int seen[1024];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
        int i = first + threadIdx.x;
        if (i < n) bin_of[i] = seen[threadIdx.x] = min(max((values[i] - low) / width, 0), bins - 1);
        __syncthreads();
        if (threadIdx.x == 0)
            for (int k = 0; k < blockDim.x && first + k < n; ++k) own[seen[k]] += 1;
        __syncthreads();
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], own[b]);
}
