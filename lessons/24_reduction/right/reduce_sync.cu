// __reduce_max_sync gives all lanes of a warp the largest of their values, in one instruction (compute capability 8.0 and later).
constexpr int LEAST = -2147483647 - 1;

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int of_warps[8];
    const int* row = m + blockIdx.x * cols;
    const unsigned all = 0xffffffffu, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const bool mine = threadIdx.x < cols;
    const int own = mine ? row[threadIdx.x] : LEAST;
    int peak = __reduce_max_sync(all, own);
    if (lane == 0) of_warps[warp] = peak;
    __syncthreads();
    peak = __reduce_max_sync(all, lane * 32 < blockDim.x ? of_warps[lane] : LEAST);
    if (mine) below[blockIdx.x * cols + threadIdx.x] = peak - own;
    if (threadIdx.x == 0) atomicMax(largest, peak);
}
