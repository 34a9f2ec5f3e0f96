// Each of `shares` threads adds up its share of b: thread k adds the elements k, k + shares, k + 2 * shares, ... For each element,
// it writes its sum so far.
#include <cuda_fp16.h>

template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    T sum = T(0), lost = T(0);
    int i = k;
    while (i < n) {
        const T x = b[i] + lost;
        const T before = sum;
        sum = before + x;
        lost = x - (sum - before);
        running[i] = sum;
        i += shares;
    }
}
