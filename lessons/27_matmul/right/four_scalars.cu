// Four variables and fma, and functions for the guards.
template <typename T>
__global__ void matmul_four(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, int n) {
    __shared__ T A[32][17], B[16][32];
    const int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * 32 + y, q = blockIdx.x * 32 + x;
    auto at = [n](const T* m, int i, int j) { return i < n && j < n ? m[i * n + j] : T(0); };
    T s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int f = 0; f < n; f += 16) {
        A[y][x] = at(a, r, f + x), A[y + 16][x] = at(a, r + 16, f + x), B[y][x] = at(b, f + y, q),
        B[y][x + 16] = at(b, f + y, q + 16);
        __syncthreads();
        for (int k = 15; k >= 0; --k) {
            const T l = A[y][k], m = A[y + 16][k], u = B[k][x], v = B[k][x + 16];
            s00 = fma(l, u, s00), s01 = fma(l, v, s01), s10 = fma(m, u, s10), s11 = fma(m, v, s11);
        }
        __syncthreads();
    }
    auto put = [&](int i, int j, T v) {
        if (i < n && j < n) c[i * n + j] = v;
    };
    put(r, q, s00), put(r, q + 16, s01), put(r + 16, q, s10), put(r + 16, q + 16, s11);
}
