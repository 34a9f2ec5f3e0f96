// The warps of a block meet at an atomic in shared memory, one for each warp.
constexpr int LEAST = -2147483647 - 1;

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int peak;
    const int at = blockIdx.x * cols + threadIdx.x;
    const bool active = threadIdx.x < cols;
    if (threadIdx.x == 0) peak = LEAST;
    int own = active ? m[at] : LEAST, best = own;
#pragma unroll
    for (int away = 16; away > 0; away /= 2) best = max(best, __shfl_xor_sync(~0u, best, away));
    __syncthreads();
    if (threadIdx.x % 32 == 0) atomicMax(&peak, best);
    __syncthreads();
    if (active) below[at] = peak - own;
    if (threadIdx.x == 0) atomicMax(largest, peak);
}
