// gap[i] = the distance from |x[i]| to the next larger float.
__global__ void gap_above(const float* x, float* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: this is the gap above 1. How large is it above |x[i]|?
    gap[i] = 1.0f / 8388608.0f;  // 2^-23
    (void)x;
}
