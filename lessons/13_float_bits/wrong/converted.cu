// Converts the value to an integer, where its bits were meant.
__global__ void gap_above(const float* x, float* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned bits = (unsigned)fabsf(x[i]);
    float next = float(bits + 1);
    gap[i] = next - fabsf(x[i]);
}
