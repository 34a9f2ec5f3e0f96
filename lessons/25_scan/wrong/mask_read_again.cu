// The scan of the lesson, which reads the mask from global memory once more when it stores.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int sums[2][1024];
    int x = threadIdx.x, row = blockIdx.x * n, from = 0;
    sums[from][x] = x < n ? mask[row + x] : 0;
    __syncthreads();
    for (int away = 1; away < blockDim.x; away *= 2) {
        int sum = sums[from][x];
        if (x >= away) sum += sums[from][x - away];
        from = 1 - from;
        sums[from][x] = sum;
        __syncthreads();
    }
    if (x < n && mask[row + x]) selected[row + sums[from][x] - 1] = values[row + x];
    if (x == blockDim.x - 1) counts[blockIdx.x] = sums[from][x];
}
