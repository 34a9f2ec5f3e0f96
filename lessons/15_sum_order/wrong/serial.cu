// One thread sums all shares, one after another.
#include <cuda_fp16.h>

template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int k = 0; k < shares; ++k) {
        T sum = T(0), extra = T(0);
        for (int i = k; i < n; i += shares) {
            T x = b[i] - extra;
            T next = sum + x;
            extra = (next - sum) - x;
            sum = next;
            running[i] = sum;
        }
    }
}
