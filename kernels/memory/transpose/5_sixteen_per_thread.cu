// Step 5: removes most of the waiting. Each thread moves 16 elements of a tile of 64 x 64, and issues all 16 loads before it uses
// the first value. More bytes are in flight at once, and each tile writes 64 adjacent elements of a row of c instead of 32.
// Launch with blocks of 32 x 8 threads.
constexpr int TILE = 64;
constexpr int LANES = 32, ROWS = 8;  // threads per block

template <typename T>
__global__ void __launch_bounds__(LANES * ROWS) transpose_sixteen(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[TILE][TILE + 1];
    int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    T read[TILE / ROWS][2];
#pragma unroll
    for (int k = 0; k < TILE / ROWS; ++k)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            bool is_inside = row + k * ROWS < rows && column + half * LANES < cols;
            read[k][half] = is_inside ? a[(row + k * ROWS) * cols + column + half * LANES] : T(0);
        }
#pragma unroll
    for (int k = 0; k < TILE / ROWS; ++k)
#pragma unroll
        for (int half = 0; half < 2; ++half) tile[threadIdx.y + k * ROWS][threadIdx.x + half * LANES] = read[k][half];
    __syncthreads();
    int c_column = blockIdx.y * TILE + threadIdx.x, c_row = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE / ROWS; ++k)
#pragma unroll
        for (int half = 0; half < 2; ++half)
            if (c_row + k * ROWS < cols && c_column + half * LANES < rows)
                c[(c_row + k * ROWS) * rows + c_column + half * LANES] = tile[threadIdx.x + half * LANES][threadIdx.y + k * ROWS];
}
