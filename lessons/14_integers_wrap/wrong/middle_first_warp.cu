// The first warp of each block computes for all its threads, which pass the results on.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    __shared__ unsigned s[1024];
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x; k += 32)
            if (first + k < n) s[k] = low[first + k] + (high[first + k] - low[first + k]) / 2;
    __syncthreads();
    if (first + threadIdx.x < n) middle[first + threadIdx.x] = s[threadIdx.x];
}
