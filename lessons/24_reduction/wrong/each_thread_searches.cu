// No barrier and no shuffle: each thread searches its whole row.
__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    int j = threadIdx.x;
    if (j >= cols) return;
    int peak = m[blockIdx.x * cols];
    for (int k = 1; k < cols; ++k) peak = max(peak, m[blockIdx.x * cols + k]);
    below[blockIdx.x * cols + j] = peak - m[blockIdx.x * cols + j];
    if (j == 0) atomicMax(largest, peak);
}
