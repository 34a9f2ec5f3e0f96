// Step 2: removes most reads of global memory. A block copies a tile of A and a tile of B to shared memory and uses every
// element of them TILE times. Launch with blocks of TILE x TILE threads.
constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    T sum = T(0);
    for (int first = 0; first < n; first += TILE) {
        int a_column = first + threadIdx.x;
        int b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < n && a_column < n ? a[row * n + a_column] : T(0);  //[copy]
        b_tile[threadIdx.y][threadIdx.x] = b_row < n && column < n ? b[b_row * n + column] : T(0);
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum = sum + a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];  //[use]
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
