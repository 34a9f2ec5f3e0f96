// Every block computes all offsets: the result is right, and every element is written by all blocks.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) offset[i] = (unsigned long long)row[i] * pitch + column[i];
}
