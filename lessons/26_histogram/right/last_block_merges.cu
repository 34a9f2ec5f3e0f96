// Each block stores its bins in global memory. The last block to do so adds them up, and heights needs no atomics.
__device__ int parts[1024][256];
__device__ unsigned stored;

__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    __shared__ bool last;
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = min(max((values[i] - low) / width, 0), bins - 1);
        bin_of[i] = bin;
        atomicAdd(&own[bin], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) parts[blockIdx.x][b] = own[b];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(&stored, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    for (int b = threadIdx.x; b < bins; b += blockDim.x) {
        int sum = 0;
        for (int block = 0; block < gridDim.x; ++block) sum += parts[block][b];
        heights[b] = sum;
    }
}
