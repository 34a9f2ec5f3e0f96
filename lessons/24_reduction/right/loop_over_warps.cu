// Shuffles downwards leave the maximum in lane 0, and after the barrier each thread loops over the maxima of the warps.
__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int peaks[8];
    int j = threadIdx.x;
    int own = m[blockIdx.x * cols + min(j, cols - 1)];  // the last element again cannot change the maximum
    int value = own;
    for (int away = 1; away < 32; away *= 2) {
        int other = __shfl_down_sync(0xffffffffu, value, away);
        if (other > value) value = other;
    }
    if (j % 32 == 0) peaks[j / 32] = value;
    __syncthreads();
    int peak = peaks[0];
    for (int w = 1; w < blockDim.x / 32; ++w) peak = max(peak, peaks[w]);
    if (j < cols) below[blockIdx.x * cols + j] = peak - own;
    if (j == 0) atomicMax(largest, peak);
}
