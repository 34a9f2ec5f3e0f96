// Two partial sums, of the even and the odd periods, and a loop over the sums with a step of the whole grid.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < period; k += gridDim.x * blockDim.x) {
        T even = T(0), odd = T(0);
        int i = k;
        for (; i + period < n; i += 2 * period) {
            even += a[i];
            odd += a[i + period];
        }
        if (i < n) even += a[i];
        sums[k] = even + odd;
    }
}
