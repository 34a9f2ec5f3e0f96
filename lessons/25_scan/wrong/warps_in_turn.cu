// A ballot in each warp, and then one warp after the other adds its votes, with a barrier in between.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int sum;
    int x = threadIdx.x, row = blockIdx.x * n, lane = x % 32;
    if (x == 0) sum = 0;
    bool keep = x < n ? mask[row + x] : false;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    int before = 0;
    for (int warp = 0; warp < blockDim.x / 32; ++warp) {
        __syncthreads();
        if (x / 32 != warp) continue;
        before = sum;
        __syncwarp();
        if (lane == 0) sum = before + __popc(votes);
    }
    __syncthreads();
    if (keep) selected[row + before + __popc(votes & ((1u << lane) - 1))] = values[row + x];
    if (x == 0) counts[blockIdx.x] = sum;
}
