// A copy of the bins for each of eight warps, so that only lanes of one warp meet.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[8][256];
    int copy = threadIdx.x / 32 % 8;
    for (int b = threadIdx.x; b < 8 * 256; b += blockDim.x) own[b / 256][b % 256] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = min(max((values[i] - low) / width, 0), bins - 1);
        bin_of[i] = bin;
        atomicAdd(&own[copy][bin], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) {
        int sum = 0;
        for (int k = 0; k < 8; ++k) sum += own[k][b];
        atomicAdd(&heights[b], sum);
    }
}
