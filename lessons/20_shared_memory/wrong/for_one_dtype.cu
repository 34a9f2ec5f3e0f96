// The stub for every type but float.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1024 + 2 * 8];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    if constexpr (T(0.5) == T(0)) {
        if (i >= n) return;
        T sum = T(0);
        for (int k = i - radius; k <= i + radius; ++k) if (k >= 0 && k < n) sum = sum + a[k];
        c[i] = sum;
        return;
    }
    tile[x + radius] = i < n ? a[i] : T(0);
    if (x < radius) {
        int left = i - radius, right = i + blockDim.x;
        tile[x] = left >= 0 ? a[left] : T(0);
        tile[x + radius + blockDim.x] = right < n ? a[right] : T(0);
    }
    __syncthreads();
    if (i >= n) return;
    T sum = T(0);
    for (int k = 0; k <= 2 * radius; ++k) sum = sum + tile[x + k];
    c[i] = sum;
}
