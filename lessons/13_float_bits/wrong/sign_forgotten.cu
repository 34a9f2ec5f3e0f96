// The next bits of a negative number are those of the float below it.
__global__ void gap_above(const float* x, float* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float next = __uint_as_float(__float_as_uint(x[i]) + 1);
    gap[i] = next - x[i];
}
