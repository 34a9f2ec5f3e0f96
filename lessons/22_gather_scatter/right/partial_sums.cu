// Where a period is short, several threads of a block share a sum.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    __shared__ T parts[1024];
    const int each = blockDim.x / period;
    if (each < 2) {
        const int k = blockIdx.x * blockDim.x + threadIdx.x;
        if (k >= period) return;
        T sum = T(0);
        for (int i = k; i < n; i += period) sum += a[i];
        sums[k] = sum;
        return;
    }
    if (blockIdx.x > 0) return;
    const int x = threadIdx.x;
    T sum = T(0);
    if (x < each * period)
        for (int i = x; i < n; i += each * period) sum += a[i];
    parts[x] = sum;
    __syncthreads();
    if (x >= period) return;
    for (int p = 1; p < each; ++p) sum += parts[x + p * period];
    sums[x] = sum;
}
