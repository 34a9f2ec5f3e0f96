// The reference of the product with tiles of any edge: one thread, one output after another.
template <typename T>
__global__ void reference(const T* a, const T* b, T* c, int n, int tile) {
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            T sum = T(0);
            for (int k = 0; k < n; ++k) sum = sum + a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}
