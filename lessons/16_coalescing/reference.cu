// The reference of the strided copy: one thread, element by element.
template <typename T>
__global__ void reference(const T* a, T* c, int n, int stride, int shift) {
    for (int i = 0; i < n; ++i) c[i] = a[i * stride + shift];
}
