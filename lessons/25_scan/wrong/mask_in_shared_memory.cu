// The mask is read once, but each thread counts all elements before its own in shared memory.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ unsigned char row_mask[1024];
    int x = threadIdx.x, row = blockIdx.x * n;
    if (x < n) row_mask[x] = mask[row + x];
    __syncthreads();
    if (x >= n) return;
    int before = 0;
    for (int i = 0; i < x; ++i) before += row_mask[i];
    if (row_mask[x]) selected[row + before] = values[row + x];
    if (x == n - 1) counts[blockIdx.x] = before + row_mask[x];
}
