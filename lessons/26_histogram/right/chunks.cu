// Each block counts a chunk of neighbouring elements, and merges only the bins that are not empty.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    const int chunk = (n + gridDim.x - 1) / gridDim.x, first = blockIdx.x * chunk, end = min(first + chunk, n);
    for (int b = threadIdx.x; b < 256; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = first + threadIdx.x; i < end; i += blockDim.x) {
        const int value = values[i];
        int bin = 0;
        if (value >= low) bin = (value - low) / width;
        if (bin >= bins) bin = bins - 1;
        bin_of[i] = bin;
        atomicAdd(own + bin, 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (own[b] != 0) atomicAdd(heights + b, own[b]);
}
