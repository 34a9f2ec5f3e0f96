// An atomic counter hands out the places in whatever order the threads come.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int next;
    int x = threadIdx.x, row = blockIdx.x * n;
    if (x == 0) next = 0;
    __syncthreads();
    int last = n - 1 - x;
    if (last >= 0 && mask[row + last]) selected[row + atomicAdd(&next, 1)] = values[row + last];
    __syncthreads();
    if (x == 0) counts[blockIdx.x] = next;
}
