// Reads its element again where it is needed.
// below[i, j] is how far m[i, j] is below the largest element of row i, and largest[0] the largest of all. A block has a row.
constexpr int LEAST = -2147483647 - 1;  // of all numbers of type int

// The largest value of a warp, in all of its lanes.
__device__ int largest_of_warp(int value) {
    for (int away = 16; away > 0; away /= 2) value = max(value, __shfl_xor_sync(0xffffffffu, value, away));
    return value;
}

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int of_warps[8];
    int j = threadIdx.x, lane = threadIdx.x % 32;
    int peak = largest_of_warp(j < cols ? m[blockIdx.x * cols + j] : LEAST);
    if (lane == 0) of_warps[j / 32] = peak;
    __syncthreads();
    peak = largest_of_warp(lane < blockDim.x / 32 ? of_warps[lane] : LEAST);
    if (j < cols) below[blockIdx.x * cols + j] = peak - m[blockIdx.x * cols + j];
    if (j == 0) atomicMax(largest, peak);
}
