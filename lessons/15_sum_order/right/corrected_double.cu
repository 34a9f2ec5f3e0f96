// Each of `shares` threads adds up its share of b: thread k adds the elements k, k + shares, k + 2 * shares, ... For each element,
// it writes its sum so far.
#include <cuda_fp16.h>

template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    double sum = 0, extra = 0;
    for (int i = k; i < n; i += shares) {
        double x = double(b[i]) - extra;
        double next = sum + x;
        extra = (next - sum) - x;
        sum = next;
        running[i] = T(sum);
    }
}
