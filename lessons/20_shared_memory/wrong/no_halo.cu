// A tile without a halo: the windows at the edges of a block read global memory, element by element.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    tile[x] = i < n ? a[i] : T(0);
    __syncthreads();
    if (i >= n) return;
    T sum = T(0);
    for (int k = -radius; k <= radius; ++k) {
        int at = x + k;
        if (at >= 0 && at < (int)blockDim.x)
            sum = sum + tile[at];
        else if (i + k >= 0 && i + k < n)
            sum = sum + a[i + k];
    }
    c[i] = sum;
}
