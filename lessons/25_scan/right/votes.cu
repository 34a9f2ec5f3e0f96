__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int start[33];
    int x = threadIdx.x, lane = x & 31, warp = x >> 5, warps = blockDim.x >> 5;
    bool has = x < n;
    bool keep = has && mask[blockIdx.x * n + x] == 1;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (lane == 31) start[warp] = __popc(votes);
    __syncthreads();
    if (warp == 0) {
        int own = lane < warps ? start[lane] : 0, sum = own;
        for (int d = 1; d < 32; d *= 2) {
            int o = __shfl_up_sync(0xffffffffu, sum, d);
            if (lane >= d) sum += o;
        }
        start[lane] = sum - own;
        if (lane == 31) counts[blockIdx.x] = sum;
    }
    __syncthreads();
    if (keep)
        selected[blockIdx.x * n + start[warp] + __popc(votes << (32 - lane) * (lane > 0)) * (lane > 0)] =
            values[blockIdx.x * n + x];
}
