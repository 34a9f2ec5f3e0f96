#include <cuda_fp16.h>

// The gap below |x|: it differs from the gap above only where |x| is a power of two.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half size = __habs(x[i]);
    __half before = size > __float2half(0.0f) ? __ushort_as_half(__half_as_ushort(size) - 1) : -__ushort_as_half(1);
    gap[i] = size - before;
}
