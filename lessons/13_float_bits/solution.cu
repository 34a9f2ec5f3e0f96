// gap[i] = the distance from |x[i]| to the next larger float.
__global__ void gap_above(const float* x, float* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float size = fabsf(x[i]);
    float next = __uint_as_float(__float_as_uint(size) + 1);
    gap[i] = next - size;
}
