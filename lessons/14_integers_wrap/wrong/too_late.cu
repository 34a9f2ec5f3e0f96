// The product is computed in 32 bits and converted to 64 when it has already lost its upper bits.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long start = row[i] * pitch;
    offset[i] = start + column[i];
}
