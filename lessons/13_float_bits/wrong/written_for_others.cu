#include <cuda_fp16.h>

// The first warp of each block computes for all its threads, which then read and write what they find.
__global__ void gap_above(const __half* x, __half* gap, int n) {
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x && first + k < n; k += 32) {
            __half size = __habs(x[first + k]);
            gap[first + k] = __ushort_as_half(__half_as_ushort(size) + 1) - size;
        }
    __syncthreads();
    if (first + threadIdx.x < n) gap[first + threadIdx.x] = gap[first + threadIdx.x];
}
