// The reference of the kernel that waits: the total, then all elements.
template <typename T>
__global__ void reference(const T* a, T* total, int* arrived, T* c, int n) {
    T trace = T(0);
    for (int k = 0; k < n; ++k) trace = trace + tanh(a[k * (n + 1)]);
    total[0] = total[0] + trace;
    for (int i = 0; i < n * n; ++i) c[i] = a[i] + total[0];
}
