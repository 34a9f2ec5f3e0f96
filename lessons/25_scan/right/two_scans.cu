// A scan of the masks by shuffles within each warp; then every warp scans the counts of all warps.
__device__ int scan(int value) {
    for (int away = 1; away < 32; away *= 2) {
        int other = __shfl_up_sync(0xffffffffu, value, away);
        if (threadIdx.x % 32 >= away) value += other;
    }
    return value;
}

__global__ void select_rows(const int* __restrict__ values, const unsigned char* __restrict__ mask, int* __restrict__ selected,
                            int* __restrict__ counts, int rows, int n) {
    __shared__ int of_warps[32];
    const int x = threadIdx.x, lane = x % 32, warp = x / 32, row = blockIdx.x * n;
    if (warp == 0) of_warps[lane] = 0;
    __syncthreads();
    const int keep = x < n && mask[row + x];
    const int within = scan(keep);
    if (lane == 31) of_warps[warp] = within;
    __syncthreads();
    const int sums = scan(of_warps[lane]), total = __shfl_sync(0xffffffffu, sums, 31);
    const int before = __shfl_sync(0xffffffffu, sums, max(warp - 1, 0));
    if (keep) selected[row + (warp > 0 ? before : 0) + within - 1] = values[row + x];
    if (x == 0) counts[blockIdx.x] = total;
}
