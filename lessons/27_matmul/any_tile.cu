// The tiled product with tiles of any edge up to 32. Launch with blocks of tile x tile threads.
template <typename T>
__global__ void matmul_any_tile(const T* a, const T* b, T* c, int n, int tile) {
    __shared__ T a_tile[32][32];
    __shared__ T b_tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
    T sum = T(0);
    for (int first = 0; first < n; first += tile) {
        a_tile[y][x] = row < n && first + x < n ? a[row * n + first + x] : T(0);
        b_tile[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : T(0);
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum = sum + a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
