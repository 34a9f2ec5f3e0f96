// The byte offset of pixel (row[i], column[i]) in a file: rows of `pitch` bytes, one byte per pixel.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned upper = __umulhi(row[i], pitch), lower = row[i] * pitch;
    unsigned sum = lower + column[i];
    if (sum < lower) ++upper;  // it wrapped around: a carry
    offset[i] = (unsigned long long)upper << 32 | sum;
}
