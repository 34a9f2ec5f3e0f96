#include <cuda_fp16.h>

// c = a + b in f16. The grid has one thread for every two elements.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    // TODO: this adds one element per thread. Load, add and store two neighbouring elements at a time, as a __half2.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i] + b[i];
}
