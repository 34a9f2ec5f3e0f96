// The first warp does the work of the whole block: no barrier, one atomic, and each element is loaded once.
constexpr int LEAST = -2147483647 - 1;

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    if (threadIdx.x >= 32) return;
    int own[8], peak = LEAST;
    for (int k = 0; k < 8; ++k) {
        int j = threadIdx.x + 32 * k;
        own[k] = j < cols ? m[blockIdx.x * cols + j] : LEAST;
        peak = max(peak, own[k]);
    }
    for (int away = 16; away > 0; away /= 2) peak = max(peak, __shfl_xor_sync(0xffffffffu, peak, away));
    for (int k = 0; k < 8; ++k) {
        int j = threadIdx.x + 32 * k;
        if (j < cols) below[blockIdx.x * cols + j] = peak - own[k];
    }
    if (threadIdx.x == 0) atomicMax(largest, peak);
}
