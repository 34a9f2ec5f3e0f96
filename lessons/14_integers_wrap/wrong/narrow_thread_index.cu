// The offset is right, but the thread's own index has only eight bits.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    unsigned char i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    offset[i] = (unsigned long long)row[i] * pitch + column[i];
}
