#include <cuda_fp16.h>

// gap[i] = the distance from |x[i]| to the next larger f16.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half size = __habs(x[i]);
    __half next = __ushort_as_half(__half_as_ushort(size) + 1);
    gap[i] = next - size;
}
