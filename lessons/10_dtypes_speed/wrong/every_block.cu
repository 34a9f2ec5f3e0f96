#include <cuda_fp16.h>

// Every block adds all elements: the result is right, and every element is written by all blocks.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i];
}
