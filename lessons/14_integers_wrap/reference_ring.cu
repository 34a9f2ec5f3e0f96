// The reference of ring: one thread, element by element.
__global__ void reference(const int* a, int* d, unsigned n) {
    for (unsigned i = 0; i < n; ++i) d[i] = a[i + 1 < n ? i + 1 : 0];
}
