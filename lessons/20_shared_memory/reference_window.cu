// The reference of the exercise: a window of 2 * radius + 1 elements.
template <typename T>
__global__ void reference(const T* a, T* c, int n, int radius) {
    for (int i = 0; i < n; ++i) {
        T sum = T(0);
        for (int k = i - radius; k <= i + radius; ++k)
            if (k >= 0 && k < n) sum = sum + a[k];
        c[i] = sum;
    }
}
