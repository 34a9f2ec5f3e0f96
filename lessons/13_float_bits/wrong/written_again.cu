// Thread 0 of a block computes all gaps of the block, and each thread stores its own once more.
#include <cuda_fp16.h>
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        for (int k = i; k < i + int(blockDim.x) && k < n; ++k) {
            __half size = __habs(x[k]);
            gap[k] = __hsub(__ushort_as_half(__half_as_ushort(size) + 1), size);
        }
    __syncthreads();
    if (i < n) {
        __half mine = gap[i];
        gap[i] = mine;
    }
}
