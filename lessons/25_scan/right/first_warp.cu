__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ short before[1024];
    __shared__ unsigned char keeps[1024];
    int x = threadIdx.x, row = blockIdx.x * n;
    int value = x < n ? values[row + x] : 0, keep = keeps[x] = x < n ? mask[row + x] : 0;
    __syncthreads();
    if (x < 32) {
        int sum = 0;
        for (int k = x; k < blockDim.x; k += 32) {
            unsigned v = __ballot_sync(~0u, keeps[k]);
            before[k] = sum + __popc(v & (1u << x) - 1);
            sum += __popc(v);
        }
        if (x == 0) counts[blockIdx.x] = sum;
    }
    __syncthreads();
    if (keep) selected[row + before[x]] = value;
}
