// One output at a time: elements of A come from another lane by a shuffle, and are used once.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T B[16][33];
    int x = threadIdx.x, y = threadIdx.y, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32, lane = (y * 16 + x) % 32;
    T s[2][2] = {};
    for (int f = 0; f < n; f += 16) {
        T l[2];
        for (int h = 0; h < 2; ++h) {
            int r = r0 + 16 * h + y, q = c0 + 16 * h + x;
            l[h] = r < n && f + x < n ? a[r * n + f + x] : T(0);
            B[y][16 * h + x] = f + y < n && q < n ? b[(f + y) * n + q] : T(0);
        }
        __syncthreads();
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j)
                for (int k = 0; k < 16; ++k) s[i][j] += __shfl_sync(0xffffffffu, l[i], lane / 16 * 16 + k) * B[k][16 * j + x];
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int r = r0 + 16 * i + y, q = c0 + 16 * j + x;
            if (r < n && q < n) c[r * n + q] = s[i][j];
        }
}
