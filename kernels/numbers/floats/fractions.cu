// equal[i] is 1 where i / n == 1 - (n - i) / n. For real numbers, both sides are the same.
#include <cuda_fp16.h>

template <typename T>
__global__ void fractions(unsigned char* equal, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    equal[i] = T(i) / T(n) == T(1) - T(n - i) / T(n);  //[compare]
}
