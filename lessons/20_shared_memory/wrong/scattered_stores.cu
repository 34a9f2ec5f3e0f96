// The threads of a warp compute sums that are far apart.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1040];
    int first = blockIdx.x * blockDim.x - radius;
    for (int k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x)
        tile[k] = first + k >= 0 && first + k < n ? a[first + k] : T(0);
    __syncthreads();
    int x = threadIdx.x, w = blockDim.x / 32;
    if (blockDim.x % 32 == 0) x = x % 32 * w + x / 32;
    int i = blockIdx.x * blockDim.x + x;
    if (i >= n) return;
    T sum = T(0);
    for (int k = 0; k <= 2 * radius; ++k) sum += tile[x + k];
    c[i] = sum;
}
