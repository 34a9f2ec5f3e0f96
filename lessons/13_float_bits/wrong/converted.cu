#include <cuda_fp16.h>

// Converts the value to an integer, where its bits were meant.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned bits = (unsigned)fabsf(__half2float(x[i]));
    __half next = __float2half(float(bits + 1));
    gap[i] = next - __habs(x[i]);
}
