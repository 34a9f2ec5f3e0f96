// The reference of add_jobs: one thread, element by element.
template <typename T>
__global__ void reference(const T* a, const T* b, T* c, int n, int length) {
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i / length];
}
