// The reference of traces: one thread, matrix by matrix.
template <typename T>
__global__ void reference(const T* a, const T* b, T* trace, int n) {
    for (int i = 0; i < n; ++i) {
        T sum = T(0);
        for (int row = 0; row < 2; ++row)
            for (int k = 0; k < 2; ++k) sum += a[4 * i + 2 * row + k] * b[4 * i + 2 * k + row];
        trace[i] = sum;
    }
}
