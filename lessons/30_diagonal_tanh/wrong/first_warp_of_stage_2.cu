// In stage 2, the first warp of each block does the work of all its threads.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    __shared__ T parts[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    if (stage == 2) {
        if (x < 32)
            for (int k = blockIdx.x * blockDim.x + x; k < min(n * n, int((blockIdx.x + 1) * blockDim.x)); k += 32)
                c[k] = a[k] + total[0];
        return;
    }
    parts[x] = i < n ? tanh(a[i * (n + 1)]) : T(0);
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (x < half) parts[x] = parts[x] + parts[x + half];
        __syncthreads();
    }
    if (x == 0) atomicAdd(total, parts[0]);
}
