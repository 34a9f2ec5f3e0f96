#include <cuda_fp16.h>
template <typename T>
__global__ void sum_shares(const T* b, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= shares) return;
    unsigned long long whole = 0, part = 0;
    for (int i = k; i < n; i += shares) {
        part += (unsigned long long)((double)b[i] * 9007199254740992.0);
        whole += part >> 53;
        part &= (1ull << 53) - 1;
        running[i] = T((double)whole + (double)part / 9007199254740992.0);
    }
}
