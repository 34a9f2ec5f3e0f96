// The reference of cool_chunk: one thread, cup by cup.
template <typename T>
__global__ void reference(const T* a, T* c, int n, int first, int count, int rounds) {
    for (int i = first; i < first + count && i < n; ++i) {
        T warm = a[i];
        for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
        c[i] = warm;
    }
}
