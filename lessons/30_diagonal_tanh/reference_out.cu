// The reference of the second launch: every element plus the total.
template <typename T>
__global__ void reference(const T* a, const T* total, T* c, int n) {
    for (int i = 0; i < n * n; ++i) c[i] = a[i] + total[0];
}
