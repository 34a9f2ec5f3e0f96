// The gap is a power of two, from the exponent that frexpf() returns.
#include <cuda_fp16.h>
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int e;
        float s = fabsf(__half2float(x[i]));
        frexpf(s, &e);
        gap[i] = __float2half(s < 6.103515625e-5f ? ldexpf(1, -24) : ldexpf(1, e - 11));
    }
}
