// Thread 0 of each block computes all middles of the block, and the other threads only load and store.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned l[1024], h[1024];
    if (i < n) l[threadIdx.x] = low[i], h[threadIdx.x] = high[i];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < blockDim.x && i + k < n; ++k) l[k] += (h[k] - l[k]) / 2;
    __syncthreads();
    if (i < n) middle[i] = l[threadIdx.x];
}
