// Each block evaluates the whole diagonal, and the first one stores: no atomic at all.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    __shared__ T parts[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    if (stage == 2) {
        if (i < n * n) c[i] = a[i] + total[0];
        return;
    }
    T part = T(0);
    for (int k = x; k < n; k += blockDim.x) part = part + tanh(a[k * (n + 1)]);
    parts[x] = part;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (x < half) parts[x] = parts[x] + parts[x + half];
        __syncthreads();
    }
    if (i == 0) total[0] = total[0] + parts[0];
}
