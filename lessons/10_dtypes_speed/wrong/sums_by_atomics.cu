// No store: the pairs of both arrays are added to the zeros of the result by atomics.
#include <cuda_fp16.h>
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * pair;
    if (i + 1 < n) {
        atomicAdd((__half2*)c + pair, ((const __half2*)a)[pair]);
        atomicAdd((__half2*)c + pair, ((const __half2*)b)[pair]);
    } else if (i < n) c[i] = a[i] + b[i];
}
