// Step 1: C = A B for square matrices, one thread per element of C. Every element of A and B is read n times from global
// memory.
template <typename T>
__global__ void matmul(const T* a, const T* b, T* c, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n) return;
    T sum = T(0);
    for (int k = 0; k < n; ++k) sum = sum + a[row * n + k] * b[k * n + column];  //[load]
    c[row * n + column] = sum;
}
