// Step 1: total[0] += a[0] * b[0] + ... + a[n - 1] * b[n - 1]. One thread per pair of elements. The threads of a block add up
// their products in shared memory, as a tree that halves in every step, and each block makes one atomic addition.
constexpr int THREADS = 256;  // per block

__global__ void dot_by_blocks(const float* a, const float* b, float* total, int n) {
    __shared__ float parts[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    parts[threadIdx.x] = i < n ? a[i] * b[i] : 0.0f;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, parts[0]);
}
