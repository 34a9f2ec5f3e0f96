// The lanes multiply in eight turns.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T A[32][16], B[16][32];
    int x = threadIdx.x, y = threadIdx.y, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    T s[2][2] = {};
    for (int f = 0; f < n; f += 16) {
        for (int h = 0; h < 32; h += 16) {
            int r = r0 + h + y, q = c0 + h + x;
            A[h + y][x] = r < n && f + x < n ? a[r * n + f + x] : T(0);
            B[y][h + x] = f + y < n && q < n ? b[(f + y) * n + q] : T(0);
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            T l[] = {A[y][k], A[16 + y][k]}, m[] = {B[k][x], B[k][16 + x]};
            for (int g = 0; g < 8; ++g)
                if (x % 8 == g)
                    for (int i = 0; i < 2; ++i)
                        for (int j = 0; j < 2; ++j) s[i][j] += l[i] * m[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int r = r0 + 16 * i + y, q = c0 + 16 * j + x;
            if (r < n && q < n) c[r * n + q] = s[i][j];
        }
}
