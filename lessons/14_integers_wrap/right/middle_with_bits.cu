// middle[i] = half of low[i] + high[i], rounded down, as a binary search needs it.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned &a = low[i], &b = high[i];
    middle[i] = (a & b) + ((a ^ b) >> 1);
}
