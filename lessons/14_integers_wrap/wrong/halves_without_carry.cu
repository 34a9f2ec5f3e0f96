// Both halves of the product in 32 bits, but the carry of the sum is forgotten.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned upper = __umulhi(row[i], pitch), lower = row[i] * pitch;
    lower += column[i];
    offset[i] = (unsigned long long)upper << 32 | lower;
}
