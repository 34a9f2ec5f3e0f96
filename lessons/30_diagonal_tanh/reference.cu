// The reference of the kernels with one launch: the trace, then all elements.
template <typename T>
__global__ void reference(const T* a, T* c, int n) {
    T trace = T(0);
    for (int k = 0; k < n; ++k) trace = trace + tanh(a[k * (n + 1)]);
    for (int i = 0; i < n * n; ++i) c[i] = a[i] + trace;
}
