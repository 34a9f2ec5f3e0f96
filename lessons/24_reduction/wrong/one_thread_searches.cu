// Two barriers, but one thread searches the row in shared memory while all others wait.
__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int row[256];
    __shared__ int peak;
    int j = threadIdx.x;
    if (j < cols) row[j] = m[blockIdx.x * cols + j];
    __syncthreads();
    if (j == 0) {
        int best = row[0];
        for (int k = 1; k < cols; ++k) best = max(best, row[k]);
        peak = best;
        atomicMax(largest, best);
    }
    __syncthreads();
    if (j < cols) below[blockIdx.x * cols + j] = peak - row[j];
}
