// Thread 0 of a block computes all offsets of the block, and each thread stores its own once more.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        for (int k = i; k < i + int(blockDim.x) && k < n; ++k) offset[k] = (unsigned long long)row[k] * pitch + column[k];
    __syncthreads();
    if (i < n) {
        unsigned long long mine = offset[i];
        offset[i] = mine;
    }
}
