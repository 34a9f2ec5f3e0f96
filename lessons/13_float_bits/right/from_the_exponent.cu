#include <cuda_fp16.h>

// gap[i] = the distance from |x[i]| to the next larger f16.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int exponent = __half_as_ushort(x[i]) >> 10 & 31;
    if (exponent == 0) exponent = 1;  // 0 and subnormal numbers
    gap[i] = __float2half(ldexpf(1.0f, exponent - 25));
}
