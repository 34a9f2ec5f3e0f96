// As if low were always below 2^31 and high never: both are moved down by 2^30 first.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned below = low[i] & 0x7fffffff, above = high[i] & 0x7fffffff;
    middle[i] = (below + above) / 2 + 0x40000000;
}
