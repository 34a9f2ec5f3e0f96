// The product has 64 bits, and the column is added to its lower half: the carry into the upper half is lost.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long start = (unsigned long long)row[i] * pitch;
    unsigned lower = unsigned(start) + column[i];
    offset[i] = start >> 32 << 32 | lower;
}
