// The reference of the exercise: one stage or the other.
template <typename T>
__global__ void reference(const T* a, T* total, T* c, int n, int stage) {
    if (stage == 1) {
        T trace = T(0);
        for (int k = 0; k < n; ++k) trace = trace + tanh(a[k * (n + 1)]);
        total[0] = total[0] + trace;
    } else {
        for (int i = 0; i < n * n; ++i) c[i] = a[i] + total[0];
    }
}
