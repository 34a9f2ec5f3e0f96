#include <cuda_fp16.h>

// c = a + b in f16, for an even number of elements.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * pair >= n) return;
    __half2 x = reinterpret_cast<const __half2*>(a)[pair];  //[line]
    c[2 * pair] = x.x + b[2 * pair];
    c[2 * pair + 1] = x.y + b[2 * pair + 1];
}
