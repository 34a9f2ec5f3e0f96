#include <cuda_fp16.h>

// Pairs are loaded and stored, but their numbers are added one at a time.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    int i = 2 * pair;
    if (i + 1 < n) {
        __half2 x = reinterpret_cast<const __half2*>(a)[pair];
        __half2 y = reinterpret_cast<const __half2*>(b)[pair];
        __half low = __hadd(__low2half(x), __low2half(y));
        __half high = __hadd(__high2half(x), __high2half(y));
        reinterpret_cast<__half2*>(c)[pair] = __halves2half2(low, high);
    } else if (i < n) {
        c[i] = a[i] + b[i];
    }
}
