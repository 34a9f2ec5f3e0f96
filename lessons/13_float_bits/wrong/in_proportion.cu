#include <cuda_fp16.h>

// A gap in proportion to the number: as if the gap did not stay the same from one power of two to the next.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    gap[i] = __habs(x[i]) / __float2half(1024.0f);
}
