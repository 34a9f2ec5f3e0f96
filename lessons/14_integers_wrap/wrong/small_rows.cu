// Two products that fit into 32 bits, as long as the row has no more than 17 bits.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned upper = (row[i] >> 9) * (pitch >> 6), rest = pitch & 63;
    unsigned long long start = ((unsigned long long)upper << 15) + ((row[i] & 511) * (pitch >> 6) << 6) + row[i] * rest;
    offset[i] = start + column[i];
}
