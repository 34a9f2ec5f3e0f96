// The signal as a matrix with a period per row: a thread has a column, and the last row may be short.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < (unsigned)period) {
        int rows = (n + period - 1) / period;
        T sum = T(0);
        for (int row = 0; row < rows; ++row) {
            int at = row * period + (int)column;
            if (at < n) sum += a[at];
        }
        sums[column] = sum;
    }
}
