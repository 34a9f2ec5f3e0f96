// 64 bits for the result, but the sum is computed in 32 and has lost its carry.
__global__ void middles(const unsigned* low, const unsigned* high, unsigned* middle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long sum = low[i] + high[i];
    middle[i] = sum / 2;
}
