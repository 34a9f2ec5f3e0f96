// The tile with its halo is filled in one loop, whose step is the block.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1024 + 16];
    int first = (int)(blockIdx.x * blockDim.x) - radius;
    for (int k = threadIdx.x; k < (int)blockDim.x + 2 * radius; k += blockDim.x) {
        int from = first + k;
        tile[k] = from < 0 || from >= n ? T(0) : a[from];
    }
    __syncthreads();
    int i = first + radius + threadIdx.x;
    if (i < n) {
        T sum = tile[threadIdx.x];
        for (int k = 1; k < 2 * radius + 1; ++k) sum += tile[threadIdx.x + k];
        c[i] = sum;
    }
}
