// The first stage is right; in the second one, a single thread adds to all elements.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ T sum;
    if (stage == 2) {
        if (i == 0)
            for (int k = 0; k < n * n; ++k) c[k] = a[k] + total[0];
        return;
    }
    if (threadIdx.x == 0) sum = T(0);
    __syncthreads();
    if (i < n) atomicAdd(&sum, tanh(a[i * (n + 1)]));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, sum);
}
