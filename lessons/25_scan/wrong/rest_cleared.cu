// The rest of the row is overwritten with zeros.
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
    int count = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) count += of_warps[w];
    if (x >= count && x < n) selected[row + x] = 0;
    if (x == blockDim.x - 1) counts[blockIdx.x] = before + keep;
}
