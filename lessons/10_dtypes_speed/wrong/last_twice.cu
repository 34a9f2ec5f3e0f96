#include <cuda_fp16.h>

// Of an odd number of elements, every thread adds the last one.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * pair + 1 < n)
        reinterpret_cast<__half2*>(c)[pair] =
            __hadd2(reinterpret_cast<const __half2*>(a)[pair], reinterpret_cast<const __half2*>(b)[pair]);
    if (n % 2 == 1) c[n - 1] = a[n - 1] + b[n - 1];
}
