// total[0] = a[0] + ... + a[n - 1], added by one thread in the order of the array. Each addition rounds to a T, and the error of an
// addition grows with the sum so far.
#include <cuda_fp16.h>

template <typename T>
__global__ void one_after_another(const T* a, T* total, int n) {
    T sum = T(0);
    for (int i = 0; i < n; ++i)
        sum = sum + a[i];  //[add]
    total[0] = sum;
}
