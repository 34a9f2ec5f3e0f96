// The reference of differences: one thread, element by element.
template <typename Index>
__global__ void reference(const int* a, int* d, int n) {
    for (int i = 0; i < n; ++i) d[i] = i > 0 ? a[i] - a[i - 1] : a[i];
}
