// Partial sums of 56 elements each, and no correction: better than one chain, and still off by several roundings.
#include <cuda_fp16.h>

template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    T sum = T(0), part = T(0);
    int added = 0;
    for (int i = k; i < n; i += shares) {
        part = part + b[i];
        if (++added % 56 == 0) {
            sum = sum + part;
            part = T(0);
        }
        running[i] = sum + part;
    }
}
