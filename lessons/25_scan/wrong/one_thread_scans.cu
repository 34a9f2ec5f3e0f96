// One thread adds up the mask in shared memory, and all others wait.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int places[1024];
    int x = threadIdx.x, row = blockIdx.x * n;
    int keep = x < n ? mask[row + x] : 0;
    places[x] = keep;
    __syncthreads();
    if (x == 0) {
        int sum = 0;
        for (int i = 0; i < n; ++i) {
            int here = places[i];
            places[i] = sum;
            sum += here;
        }
        counts[blockIdx.x] = sum;
    }
    __syncthreads();
    if (keep) selected[row + places[x]] = values[row + x];
}
