// Each of `shares` threads adds up its share of b: thread k adds the elements k, k + shares, k + 2 * shares, ... For each element,
// it writes its sum so far.
#include <cuda_fp16.h>

template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    T sum = T(0);
    // TODO: every addition loses a little. Keep what it lost, and add it to the next element.
    for (int i = k; i < n; i += shares) {
        sum = sum + b[i];
        running[i] = sum;
    }
}
