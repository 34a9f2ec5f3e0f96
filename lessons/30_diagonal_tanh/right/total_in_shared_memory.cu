// Launched twice. Stage 1, with a thread per element of the diagonal: total[0] += the sum of tanh(a[k, k]). Stage 2, with a thread
// per element of the matrix: c[i, j] = a[i, j] + total[0].
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    __shared__ T parts[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    if (stage == 2) {
        __shared__ T t;
        if (x == 0) t = total[0];
        __syncthreads();
        if (i < n * n) c[i] = t + a[i];
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
