// The same sum in another order: all negative elements, then the rest. On the way the sum grows far larger than the result, and
// additions are rounded to the spacing of those large numbers.
#include <cuda_fp16.h>

template <typename T>
__global__ void negatives_first(const T* a, T* total, int n) {
    T sum = T(0);
    for (int i = 0; i < n; ++i)
        if (a[i] < T(0)) sum = sum + a[i];
    for (int i = 0; i < n; ++i)
        if (!(a[i] < T(0))) sum = sum + a[i];
    total[0] = sum;
}
