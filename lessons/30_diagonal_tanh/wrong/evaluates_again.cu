// Each thread of the second stage evaluates the diagonal again, although it adds nothing of it.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ T sum;
    if (stage == 2) {
        T trace = T(0);
        for (int k = 0; k < n; ++k) trace = trace + tanh(a[k * (n + 1)]);
        if (i < n * n) c[i] = a[i] + (total[0] + trace) - trace;
        return;
    }
    if (threadIdx.x == 0) sum = T(0);
    __syncthreads();
    if (i < n) atomicAdd(&sum, tanh(a[i * (n + 1)]));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, sum);
}
