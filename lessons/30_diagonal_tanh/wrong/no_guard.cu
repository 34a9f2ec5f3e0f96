// Threads beyond the diagonal evaluate as well.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ T sum;
    if (stage == 2) {
        if (i < n * n) c[i] = a[i] + total[0];
        return;
    }
    if (threadIdx.x == 0) sum = T(0);
    __syncthreads();
    atomicAdd(&sum, tanh(a[i * (n + 1)]));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, sum);
}
