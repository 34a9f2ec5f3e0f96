// The usual mixture: a tree with barriers down to one warp, which goes on with shuffles.
constexpr int LEAST = -2147483647 - 1;

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int parts[256];
    int j = threadIdx.x;
    int own = j < cols ? m[blockIdx.x * cols + j] : LEAST;
    parts[j] = own;
    for (int k = j + blockDim.x; k < 256; k += blockDim.x) parts[k] = LEAST;
    __syncthreads();
    for (int half = 128; half >= 32; half /= 2) {
        if (j < half) parts[j] = max(parts[j], parts[j + half]);
        __syncthreads();
    }
    int peak = parts[threadIdx.x % 32];
    for (int away = 16; away > 0; away /= 2) peak = max(peak, __shfl_xor_sync(0xffffffffu, peak, away));
    if (j < cols) below[blockIdx.x * cols + j] = peak - own;
    if (j == 0) atomicMax(largest, peak);
}
