// Even lanes add up two shares, odd lanes only load and store.
#include <cuda_fp16.h>
template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = T(0), extra = T(0), sum2 = T(0), extra2 = T(0);
    int last = (k | 31);
    for (int first = k & ~31; first < n; first += shares) {
        int i = first + threadIdx.x % 32;
        bool mine = k < shares && i < n;
        T value = mine ? b[i] : T(0);
        T other = __shfl_xor_sync(0xffffffffu, value, 1);
        if (threadIdx.x % 2 == 0) {
            T x = value - extra, next = sum + x;
            extra = (next - sum) - x, sum = next;
            x = other - extra2, next = sum2 + x;
            extra2 = (next - sum2) - x, sum2 = next;
        }
        T got = __shfl_xor_sync(0xffffffffu, sum2, 1);
        if (mine) running[i] = threadIdx.x % 2 ? got : sum;
    }
    (void)last;
}
