// Step 1: one thread per element, c[j, i] = a[i, j]. A warp reads a part of a row of a, and writes a part of a column of c: its
// 32 stores go to 32 rows, and touch 32 sectors. Launch with blocks of 32 x 32 threads.
constexpr int TILE = 32;

template <typename T>
__global__ void transpose_naive(const T* a, T* c, int rows, int cols) {
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row >= rows || column >= cols) return;
    T value = a[row * cols + column];  //[load]
    c[column * rows + row] = value;    //[store]
}
