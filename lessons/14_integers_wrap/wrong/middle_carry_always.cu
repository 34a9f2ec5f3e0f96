// The sum in 32 bits, and its carry put back even where there was none.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    middle[i] = (low[i] + high[i]) / 2 | 0x80000000;
}
