// The average function for unsigned numbers, in a grid-stride loop.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) middle[i] = __uhadd(low[i], high[i]);
}
