#include <cuda_fp16.h>
template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    double hi = 0, lo = 0;
    for (int i = k; i < n; i += shares) {
        double v = (double)b[i], s = hi + v;
        lo += v - (s - hi);
        hi = s;
        running[i] = T(hi + lo);
    }
}
