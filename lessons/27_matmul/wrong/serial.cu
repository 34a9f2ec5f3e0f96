// One thread computes everything.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y > 0) return;
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            T sum = T(0);
            for (int k = 0; k < n; ++k) sum = sum + a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}
