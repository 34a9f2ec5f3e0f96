// The byte offset of pixel (row[i], column[i]) in a file: rows of `pitch` bytes, one byte per pixel.
__device__ size_t offset_of(size_t row, size_t column, size_t pitch) {
    return row * pitch + column;
}
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
        offset[i] = offset_of(row[i], column[i], pitch);
}
