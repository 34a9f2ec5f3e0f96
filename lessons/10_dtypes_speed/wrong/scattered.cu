#include <cuda_fp16.h>

// Neighbouring threads take pairs that are far apart.
__global__ void add_pairs(const __half* a, const __half* b, __half* c, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, pairs = n / 2, rows = (pairs + 31) / 32;
    if (t == 0 && n % 2) c[n - 1] = a[n - 1] + b[n - 1];
    if (rows == 0 || t / 32 >= rows) return;
    int p = t % 32 * rows + t / 32;
    if (p < pairs) ((__half2*)c)[p] = __hadd2(((const __half2*)a)[p], ((const __half2*)b)[p]);
}
