// Each block adds its part to the total without an atomic.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    __shared__ T parts[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    if (stage == 2) {
        if (i < n * n) c[i] = a[i] + total[0];
        return;
    }
    parts[x] = i < n ? tanh(a[i * (n + 1)]) : T(0);
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (x < half) parts[x] = parts[x] + parts[x + half];
        __syncthreads();
    }
    if (x == 0) total[0] = total[0] + parts[0];
}
