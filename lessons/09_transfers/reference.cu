// The reference of products_twice: one thread, matrix by matrix.
template <typename T>
__global__ void reference(const T* a, const T* b, T* c, int n) {
    for (int i = 0; i < n; ++i) {
        T product[4];
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column)
                product[2 * row + column] =
                    a[4 * i + 2 * row] * b[4 * i + column] + a[4 * i + 2 * row + 1] * b[4 * i + 2 + column];
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column)
                c[4 * i + 2 * row + column] =
                    product[2 * row] * b[4 * i + column] + product[2 * row + 1] * b[4 * i + 2 + column];
    }
}
