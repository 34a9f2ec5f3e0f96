// middle[i] = half of low[i] + high[i], rounded down, as a binary search needs it.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned sum = low[i] + high[i];
    bool carry = sum < low[i];
    middle[i] = sum / 2 + (carry ? 1u << 31 : 0u);
}
