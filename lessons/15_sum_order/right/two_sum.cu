// Each of `shares` threads adds up its share of b: thread k adds the elements k, k + shares, k + 2 * shares, ... For each element,
// it writes its sum so far.
#include <cuda_fp16.h>

template <typename T>
struct Pair {
    T high, low;
};
template <typename T>
__device__ Pair<T> two_sum(T a, T b) {
    T sum = a + b, of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}
template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    Pair<T> sum{T(0), T(0)};
    for (int i = k; i < n; i += shares) {
        Pair<T> next = two_sum(sum.high, b[i]);
        sum = two_sum(next.high, sum.low + next.low);
        running[i] = sum.high;
    }
}
