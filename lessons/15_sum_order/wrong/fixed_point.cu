// The sum is an integer, in units of 2^-52: no addition is rounded, but the sum overflows where a share adds up to more than 4,096.
#include <cuda_fp16.h>

template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    const double unit = 4503599627370496.0;  // 2^52
    unsigned long long sum = 0;
    for (int i = k; i < n; i += shares) {
        sum += (unsigned long long)(double(b[i]) * unit);
        running[i] = T(double(sum) / unit);
    }
}
