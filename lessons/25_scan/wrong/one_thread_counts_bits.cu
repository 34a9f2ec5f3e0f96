// Warps vote, and then one thread counts all bits, one after another.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ unsigned votes_of[32];
    __shared__ short before[1024];
    int x = threadIdx.x, row = blockIdx.x * n;
    int value = x < n ? values[row + x] : 0, keep = x < n ? mask[row + x] : 0;
    unsigned v = __ballot_sync(~0u, keep);
    if (x % 32 == 0) votes_of[x / 32] = v;
    __syncthreads();
    if (x == 0) {
        int sum = 0;
        for (int w = 0; w < blockDim.x / 32; ++w) {
            unsigned u = votes_of[w];
            for (int b = 0; b < 32; ++b) {
                before[32 * w + b] = sum;
                sum += u >> b & 1;
            }
        }
        counts[blockIdx.x] = sum;
    }
    __syncthreads();
    if (keep) selected[row + before[x]] = value;
}
