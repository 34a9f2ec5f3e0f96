// Shuffles upwards: first the lanes of each warp, and then the first warp over the sums of all warps.
__device__ int scan_of_warp(int value, int lane) {
    for (int away = 1; away < 32; away *= 2) {
        int other = __shfl_up_sync(0xffffffffu, value, away);
        if (lane >= away) value += other;
    }
    return value;
}

__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int of_warps[32];
    int at = blockIdx.x * n + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x / 32;
    int keep = 0, value = 0;
    if (threadIdx.x < n) {
        keep = mask[at];
        if (keep) value = values[at];
    }
    int up_to = scan_of_warp(keep, lane);
    if (lane == 31) of_warps[warp] = up_to;
    __syncthreads();
    if (warp == 0) {
        int sum = scan_of_warp(lane < warps ? of_warps[lane] : 0, lane);
        if (lane < warps) of_warps[lane] = sum;
    }
    __syncthreads();
    if (warp > 0) up_to += of_warps[warp - 1];
    if (keep) selected[blockIdx.x * n + up_to - 1] = value;
    if (threadIdx.x == 0) counts[blockIdx.x] = of_warps[warps - 1];
}
