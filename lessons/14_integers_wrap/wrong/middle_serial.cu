// One thread does all the work.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) middle[i] = low[i] + (high[i] - low[i]) / 2;
}
