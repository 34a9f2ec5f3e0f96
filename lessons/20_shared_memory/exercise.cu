// c[i] is the sum of a[i - radius] to a[i + radius]; elements beyond the ends of a count as 0. radius is at most 8.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: each element is loaded 2 * radius + 1 times. Load it once per block, with a halo on both sides.
    T sum = T(0);
    for (int k = i - radius; k <= i + radius; ++k)
        if (k >= 0 && k < n) sum = sum + a[k];
    c[i] = sum;
}
