// Lanes add up by shuffles, the warps of a block through shared memory.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    __shared__ T of_warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    if (stage == 2) {
        if (i < n * n) c[i] = a[i] + total[0];
        return;
    }
    T value = T(0);
    if (i < n) value = tanh(a[i * n + i]);
    for (int away = 16; away > 0; away /= 2) value += __shfl_down_sync(0xffffffffu, value, away);
    if (x % 32 == 0) of_warps[x / 32] = value;
    __syncthreads();
    if (x == 0) {
        for (int w = 1; w < (int)blockDim.x / 32; ++w) value += of_warps[w];
        atomicAdd(total, value);
    }
}
