// Half of the warps compute eight outputs per thread, and pass four of them on through shared memory.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T A[32][16], B[16][32], out[16][32];
    int x = threadIdx.x, y = threadIdx.y, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    T s[4][2] = {};
    for (int f = 0; f < n; f += 16) {
        for (int h = 0; h < 32; h += 16) {
            int r = r0 + h + y, q = c0 + h + x;
            A[h + y][x] = r < n && f + x < n ? a[r * n + f + x] : T(0);
            B[y][h + x] = f + y < n && q < n ? b[(f + y) * n + q] : T(0);
        }
        __syncthreads();
        if (y < 8)
            for (int k = 0; k < 16; ++k) {
                T l[4], m[2] = {B[k][x], B[k][16 + x]};
                for (int i = 0; i < 4; ++i) l[i] = A[8 * i + y][k];
                for (int i = 0; i < 4; ++i)
                    for (int j = 0; j < 2; ++j) s[i][j] += l[i] * m[j];
            }
        __syncthreads();
    }
    if (y < 8)
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) out[8 * i + y][16 * j + x] = s[2 * i + 1][j];
    __syncthreads();
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int r = r0 + (y < 8 ? 16 * i + y : 16 * i + 8 + y - 8), q = c0 + 16 * j + x;
            if (r < n && q < n) c[r * n + q] = y < 8 ? s[2 * i][j] : out[8 * i + y - 8][16 * j + x];
        }
}
