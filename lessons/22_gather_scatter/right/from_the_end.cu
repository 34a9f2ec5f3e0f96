// From the last element back to the first, through a pointer; the threads take the sums in reverse order.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    int k = period - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (k < 0) return;
    T& sum = sums[k];
    T total{};
    if (k < n)
        for (const T* p = a + k + (n - 1 - k) / period * period; p >= a; p -= period) total = *p + total;
    sum = total;
}
