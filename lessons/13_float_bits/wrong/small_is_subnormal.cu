// Takes every number below 1/64 for subnormal.
#include <cuda_fp16.h>
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float size = fabsf(__half2float(x[i])), power = 1.0f / 64;
    if (size < power) { gap[i] = __float2half(1.0f / (1 << 24)); return; }
    while (power * 2 <= size) power *= 2;
    gap[i] = __float2half(power / 1024);
}
