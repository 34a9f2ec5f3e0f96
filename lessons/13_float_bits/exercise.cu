#include <cuda_fp16.h>

// gap[i] = the distance from |x[i]| to the next larger f16.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: this is the gap above 1. How large is it above |x[i]|?
    gap[i] = __float2half(1.0f / 1024.0f);  // 2^-10
    (void)x;
}
