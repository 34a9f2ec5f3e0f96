#include <cuda_fp16.h>

// c = a + b in f16: each thread adds two neighbouring elements, one after the other.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 2 * pair;  //[line]
    if (first < n) c[first] = a[first] + b[first];
    if (first + 1 < n) c[first + 1] = a[first + 1] + b[first + 1];
}
