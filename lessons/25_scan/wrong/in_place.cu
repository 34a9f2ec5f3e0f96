// The scan in one array, without a barrier between reading and writing.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int sums[1024];
    int x = threadIdx.x, row = blockIdx.x * n;
    int keep = x < n ? mask[row + x] : 0;
    sums[x] = keep;
    __syncthreads();
    for (int away = 1; away < blockDim.x; away *= 2) {
        if (x >= away) sums[x] += sums[x - away];
        __syncthreads();
    }
    if (keep) selected[row + sums[x] - 1] = values[row + x];
    if (x == blockDim.x - 1) counts[blockIdx.x] = sums[x];
}
