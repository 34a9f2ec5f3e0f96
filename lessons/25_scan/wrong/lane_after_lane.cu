__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int of[32];
    int x = threadIdx.x, row = blockIdx.x * n, lane = x % 32;
    int value = x < n ? values[row + x] : 0, keep = x < n ? mask[row + x] : 0, before = 0, all = 0;
    for (int l = 0; l < 32; ++l) {
        int k = __shfl_sync(~0u, keep, l);
        all += k;
        if (l < lane) before += k;
    }
    if (lane == 0) of[x / 32] = all;
    __syncthreads();
    for (int w = 0; w < x / 32; ++w) before += of[w];
    if (keep) selected[row + before] = value;
    if (x == blockDim.x - 1) counts[blockIdx.x] = before + keep;
}
