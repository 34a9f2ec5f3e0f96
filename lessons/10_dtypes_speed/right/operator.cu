#include <cuda_fp16.h>

// c = a + b in f16. The grid has one thread for every two elements.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    const __half2* x = (const __half2*)a;
    const __half2* y = (const __half2*)b;
    __half2* z = (__half2*)c;
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * k >= n) return;
    if (2 * k + 1 == n) {
        c[2 * k] = __hadd(a[2 * k], b[2 * k]);
        return;
    }
    z[k] = x[k] + y[k];
}
