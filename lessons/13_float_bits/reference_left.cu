// The reference of what_is_left: adding a number and subtracting it again changes nothing.
#include <cuda_fp16.h>

template <typename T>
__global__ void reference(T* left, double start, int n) {
    for (int i = 0; i < n; ++i) left[i] = T(i);
    (void)start;
}
