// The selected elements go to shared memory first. Then the first threads copy them side by side.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int of_warps[32];
    __shared__ int row[1024];
    const int x = threadIdx.x, lane = x % 32, warp = x / 32;
    const int keep = x < n ? mask[blockIdx.x * n + x] : 0;
    const unsigned votes = __ballot_sync(0xffffffffu, keep != 0);
    if (lane == 0) of_warps[warp] = __popc(votes);
    __syncthreads();
    int before = lane < warp ? of_warps[lane] : 0;
    before = __reduce_add_sync(0xffffffffu, before) + __popc(votes & ((1u << lane) - 1));
    int count = __reduce_add_sync(0xffffffffu, lane < blockDim.x / 32 ? of_warps[lane] : 0);
    if (keep) row[before] = values[blockIdx.x * n + x];
    __syncthreads();
    if (x < count) selected[blockIdx.x * n + x] = row[x];
    if (x == 0) counts[blockIdx.x] = count;
}
