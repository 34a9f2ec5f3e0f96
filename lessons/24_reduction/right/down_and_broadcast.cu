constexpr int LEAST = -2147483647 - 1;
__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int parts[32];
    int j = threadIdx.x;
    bool has = j < cols;
    int own = has ? m[blockIdx.x * cols + j] : LEAST, p = own;
    for (int d = 1; d < 32; d <<= 1) p = max(p, __shfl_down_sync(0xffffffff, p, d));
    if (j < 32) parts[j] = LEAST;
    __syncthreads();
    if (!(j & 31)) parts[j >> 5] = p;
    __syncthreads();
    p = parts[j & 31];
    for (int d = 16; d; d >>= 1) {
        int q = __shfl_xor_sync(0xffffffff, p, d);
        if (q > p) p = q;
    }
    if (has) below[blockIdx.x * cols + j] = p - own;
    if (j == blockDim.x - 1) atomicMax(largest, p);
}
