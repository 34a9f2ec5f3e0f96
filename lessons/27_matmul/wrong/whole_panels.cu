// No steps of k: whole panels of A and B are in shared memory, which has room for n up to 72.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T A[32][72];
    __shared__ T B[72][32];
    int x = threadIdx.x, y = threadIdx.y, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    T s[2][2] = {};
    for (int h = 0; h < 32; h += 16)
        for (int k = 0; k < n; k += 16) {
            if (k + x < n) A[h + y][k + x] = r0 + h + y < n ? a[(r0 + h + y) * n + k + x] : T(0);
            if (k + y < n) B[k + y][h + x] = c0 + h + x < n ? b[(k + y) * n + c0 + h + x] : T(0);
        }
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        T l[] = {A[y][k], A[16 + y][k]}, m[] = {B[k][x], B[k][16 + x]};
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) s[i][j] += l[i] * m[j];
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int r = r0 + 16 * i + y, q = c0 + 16 * j + x;
            if (r < n && q < n) c[r * n + q] = s[i][j];
        }
}
