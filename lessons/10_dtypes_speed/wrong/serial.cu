#include <cuda_fp16.h>

// One thread does all the work.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
