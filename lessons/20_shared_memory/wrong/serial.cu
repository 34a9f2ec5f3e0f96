// One thread adds up all windows.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        T sum = T(0);
        for (int k = i - radius; k <= i + radius; ++k)
            if (k >= 0 && k < n) sum = sum + a[k];
        c[i] = sum;
    }
}
