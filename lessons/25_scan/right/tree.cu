// Up and down a tree in one array, and exclusive sums at the end: the sum of a row is kept, and a 0 goes down in its place
// (Blelloch).
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int sums[1024];
    const int x = threadIdx.x, threads = blockDim.x;
    const int* in = values + blockIdx.x * n;
    int* out = selected + blockIdx.x * n;
    const bool keep = x < n && mask[blockIdx.x * n + x] != 0;
    sums[x] = keep ? 1 : 0;
    for (int away = 1; away < threads; away <<= 1) {
        __syncthreads();
        int end = 2 * away * (x + 1) - 1;
        if (end < threads) sums[end] += sums[end - away];
    }
    __syncthreads();
    if (x == 0) {
        counts[blockIdx.x] = sums[threads - 1];
        sums[threads - 1] = 0;
    }
    for (int away = threads / 2; away > 0; away >>= 1) {
        __syncthreads();
        int end = 2 * away * (x + 1) - 1;
        if (end < threads) {
            int left = sums[end - away];
            sums[end - away] = sums[end];
            sums[end] += left;
        }
    }
    __syncthreads();
    if (keep) out[sums[x]] = in[x];
}
