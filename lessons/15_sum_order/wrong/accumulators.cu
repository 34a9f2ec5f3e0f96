// 32 partial sums per thread, added in a tree after every element: short chains, and still no correction.
#include <cuda_fp16.h>

template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    T parts[32];
    for (int j = 0; j < 32; ++j) parts[j] = T(0);
    int added = 0;
    for (int i = k; i < n; i += shares) {
        parts[added % 32] = parts[added % 32] + b[i];
        ++added;
        T sums[32];
        for (int j = 0; j < 32; ++j) sums[j] = parts[j];
        for (int width = 16; width > 0; width /= 2)
            for (int j = 0; j < width; ++j) sums[j] = sums[j] + sums[j + width];
        running[i] = sums[0];
    }
}
