// As int, the numbers from 2^31 on are negative.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    middle[i] = int(low[i]) + (int(high[i]) - int(low[i])) / 2;
}
