// One output at a time, with several factors per load.
template <typename T> struct alignas(16) V { T v[16 / sizeof(T)]; };
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    constexpr int W = 16 / sizeof(T);
    __shared__ alignas(16) T A[32][16];
    __shared__ alignas(16) T B[32][20];
    int x = threadIdx.x, y = threadIdx.y, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    T s[2][2] = {};
    for (int f = 0; f < n; f += 16) {
        for (int h = 0; h < 32; h += 16) {
            int r = r0 + h + y, q = c0 + h + x;
            A[h + y][x] = r < n && f + x < n ? a[r * n + f + x] : T(0);
            B[h + x][y] = f + y < n && q < n ? b[(f + y) * n + q] : T(0);
        }
        __syncthreads();
        for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) for (int k = 0; k < 16; k += W) {
            V<T> l = *(V<T>*)&A[16 * i + y][k], m = *(V<T>*)&B[16 * j + x][k];
            for (int w = 0; w < W; ++w) s[i][j] += l.v[w] * m.v[w];
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) { int r = r0 + 16 * i + y, q = c0 + 16 * j + x; if (r < n && q < n) c[r * n + q] = s[i][j]; }
}
