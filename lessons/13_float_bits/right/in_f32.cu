#include <cuda_fp16.h>

// gap[i] = the distance from |x[i]| to the next larger f16.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n) {
        const unsigned short bits = __half_as_ushort(x[i]) & 0x7fff;
        const float here = __half2float(__ushort_as_half(bits));
        const float next = __half2float(__ushort_as_half(bits + 1));
        gap[i] = __float2half(next - here);
    }
}
