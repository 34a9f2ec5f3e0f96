// The byte offset of pixel (row[i], column[i]) in a file: rows of `pitch` bytes, one byte per pixel.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: the file is larger than 4 GiB. In which type is this computed?
    unsigned start = row[i] * pitch;
    offset[i] = start + column[i];
}
