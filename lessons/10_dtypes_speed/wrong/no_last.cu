#include <cuda_fp16.h>

// Pairs alone: of an odd number of elements, the last one is left out.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * pair + 1 >= n) return;
    __half2 x = reinterpret_cast<const __half2*>(a)[pair];
    __half2 y = reinterpret_cast<const __half2*>(b)[pair];
    reinterpret_cast<__half2*>(c)[pair] = __hadd2(x, y);
}
