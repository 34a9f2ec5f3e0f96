// Each thread loops over the counts of all warps, for its place and for the total.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int of_warps[32];
    int x = threadIdx.x, row = blockIdx.x * n, lane = x % 32, warp = x / 32;
    bool keep = x < n && mask[row + x] != 0;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) of_warps[warp] = __popc(votes);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
        int count = of_warps[w];
        if (w < warp) before += count;
        total += count;
    }
    if (keep) selected[row + before + __popc(votes & ((1u << lane) - 1))] = values[row + x];
    if (x == 0) counts[blockIdx.x] = total;
}
