// The byte offset of pixel (row[i], column[i]) in a file: rows of `pitch` bytes, one byte per pixel.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) offset[i] = column[i] + pitch * static_cast<unsigned long long>(row[i]);
}
