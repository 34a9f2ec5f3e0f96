// All values go through shared memory. The first warp takes the maximum of a column of them per lane, and then shuffles.
constexpr int LEAST = -2147483647 - 1;

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int row[256];
    __shared__ int peak;
    int j = threadIdx.x;
    row[j] = j < cols ? m[blockIdx.x * cols + j] : LEAST;
    __syncthreads();
    if (j < 32) {
        int best = LEAST;
        for (int k = j; k < blockDim.x; k += 32) best = max(best, row[k]);
        for (int away = 16; away > 0; away >>= 1) best = max(best, __shfl_down_sync(0xffffffffu, best, away));
        if (j == 0) {
            peak = best;
            atomicMax(largest, best);
        }
    }
    __syncthreads();
    if (j < cols) below[blockIdx.x * cols + j] = peak - row[j];
}
