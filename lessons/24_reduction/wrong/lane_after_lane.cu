constexpr int LEAST = -2147483647 - 1;
__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int w[8];
    int j = threadIdx.x, own = j < cols ? m[blockIdx.x * cols + j] : LEAST, p = own;
    for (int k = 0; k < 32; ++k) p = max(p, __shfl_sync(~0u, own, k));
    if (j % 32 == 0) w[j / 32] = p;
    __syncthreads();
    for (int k = 0; k < blockDim.x / 32; ++k) p = max(p, w[k]);
    if (j < cols) below[blockIdx.x * cols + j] = p - own;
    if (j == 0) atomicMax(largest, p);
}
