// selected[i] begins with the values of row i whose mask is 1, in their order, and counts[i] is their number. A block has a row.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int of_warps[32];
    int x = threadIdx.x, row = blockIdx.x * n, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int value = x < n ? values[row + x] : 0;
    bool keep = x < n ? mask[row + x] : false;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) of_warps[warp] = __popc(votes);
    __syncthreads();
    int before = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < warp; ++w) before += of_warps[w];
    if (keep) selected[row + before] = value;
    if (x == blockDim.x - 1) counts[blockIdx.x] = before + keep;
}
