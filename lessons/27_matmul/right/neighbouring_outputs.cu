// The four outputs of a thread are neighbours, each with a variable of its own, and the tiles are as deep as they are wide.
template <typename T>
__global__ void matmul_four(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[32][32], b_tile[32][32];
    int thread = threadIdx.y * 16 + threadIdx.x;
    int top = 2 * threadIdx.y, left = 2 * threadIdx.x;
    T sum00 = 0, sum01 = 0, sum10 = 0, sum11 = 0;
    for (int first = 0; first < n; first += 32) {
        for (int at = thread; at < 32 * 32; at += 256) {
            int y = at / 32, x = at % 32;
            int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
            a_tile[y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
            b_tile[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
        }
        __syncthreads();
        for (int k = 0; k < 32; ++k) {
            T a0 = a_tile[top][k], a1 = a_tile[top + 1][k], b0 = b_tile[k][left], b1 = b_tile[k][left + 1];
            sum00 += a0 * b0;
            sum01 += a0 * b1;
            sum10 += a1 * b0;
            sum11 += a1 * b1;
        }
        __syncthreads();
    }
    int row = blockIdx.y * 32 + top, column = blockIdx.x * 32 + left;
    if (row < n && column < n) c[row * n + column] = sum00;
    if (row < n && column + 1 < n) c[row * n + column + 1] = sum01;
    if (row + 1 < n && column < n) c[(row + 1) * n + column] = sum10;
    if (row + 1 < n && column + 1 < n) c[(row + 1) * n + column + 1] = sum11;
}
