// Step 2: removes all but one atomic addition per block. The threads of a block first add up in shared memory, as a tree
// that halves in every step.
constexpr int THREADS = 256;  // per block

__global__ void sum_by_blocks(const float* a, float* total, int n) {
    __shared__ float parts[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    parts[threadIdx.x] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, parts[0]);
}
