// Even and odd lanes have bins of their own, so that equal values meet half as often.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[2][256];
    for (int b = threadIdx.x; b < 2 * 256; b += blockDim.x) own[b / 256][b % 256] = 0;
    __syncthreads();
    int* mine = own[threadIdx.x % 2];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = max(0, min(bins - 1, (values[i] - low) / width));
        atomicAdd(&mine[bin], 1);
        bin_of[i] = bin;
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], own[0][b] + own[1][b]);
}
