#include <cuda_fp16.h>

// The reference of gap_above: the power of two below |x|, times the spacing of f16 above 1.
__global__ void reference(const __half* x, __half* gap, int n) {
    for (int i = 0; i < n; ++i) {
        float size = fabsf(__half2float(x[i])), power = 1;
        while (power <= size / 2) power *= 2;
        while (power > size && power > 1.0f / 16384) power /= 2;
        gap[i] = __float2half(power / 1024);  // below 2^-14 all gaps are the same: 2^-24
    }
}
