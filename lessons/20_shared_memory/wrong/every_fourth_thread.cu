// Every fourth thread computes four sums in a row.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1040];
    int first = blockIdx.x * blockDim.x - radius;
    for (int k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x)
        tile[k] = first + k >= 0 && first + k < n ? a[first + k] : T(0);
    __syncthreads();
    if (threadIdx.x % 4) return;
    for (int x = threadIdx.x; x < threadIdx.x + 4; ++x) {
        int i = blockIdx.x * blockDim.x + x;
        if (i >= n || x >= blockDim.x) return;
        T sum = T(0);
        for (int k = 0; k <= 2 * radius; ++k) sum += tile[x + k];
        c[i] = sum;
    }
}
