#include <cuda_fp16.h>

// c = a + b in f16. The grid has one thread for every two elements.
__device__ void add(const __half2* a, const __half2* b, __half2* c) {
    *c = __hadd2(*a, *b);
}
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int pairs = n / 2;
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (pair < pairs) add((const __half2*)a + pair, (const __half2*)b + pair, (__half2*)c + pair);
    if (pair == pairs && n % 2 != 0) c[n - 1] = __float2half(__half2float(a[n - 1]) + __half2float(b[n - 1]));
}
