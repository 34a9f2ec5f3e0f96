// The threads of a block only load the diagonal, and the first of them evaluates all of its values.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    __shared__ T diagonal[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (stage == 2) {
        if (i < n * n) c[i] = a[i] + total[0];
        return;
    }
    if (i < n) diagonal[threadIdx.x] = a[i * (n + 1)];
    __syncthreads();
    if (threadIdx.x > 0) return;
    T sum = T(0);
    for (int k = 0; k < blockDim.x && i + k < n; ++k) sum = sum + tanh(diagonal[k]);
    atomicAdd(total, sum);
}
