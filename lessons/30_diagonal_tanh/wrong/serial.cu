// One thread evaluates the diagonal, one element after another.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (stage == 2) {
        if (i < n * n) c[i] = a[i] + total[0];
        return;
    }
    if (i > 0) return;
    T trace = T(0);
    for (int k = 0; k < n; ++k) trace = trace + tanh(a[k * (n + 1)]);
    total[0] = total[0] + trace;
}
