#include <cuda_fp16.h>

// gap[i] = the distance from |x[i]| to the next larger f16.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float size = __half2float(x[i]);
    if (size < 0) size = -size;
    float step = 1.0f / 16777216;  // 2^-24, the smallest gap
    for (float end = 1.0f / 8192; size >= end; end *= 2) step *= 2;
    gap[i] = __float2half(step);
}
