// The reference of the exercise: one thread, one pair of matrices after another.
__global__ void reference(const float* a, const float* b, float* c, int n) {
    for (int i = 0; i < n; ++i)
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column) {
                const float *x = a + 4 * i, *y = b + 4 * i;
                float forth = x[2 * row] * y[column] + x[2 * row + 1] * y[2 + column];
                float back = y[2 * row] * x[column] + y[2 * row + 1] * x[2 + column];
                c[4 * i + 2 * row + column] = forth - back;
            }
}
