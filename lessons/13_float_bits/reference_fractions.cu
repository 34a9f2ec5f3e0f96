// The reference of fractions: both sides are equal.
#include <cuda_fp16.h>

template <typename T>
__global__ void reference(unsigned char* equal, int n) {
    for (int i = 0; i < n; ++i) equal[i] = 1;
}
