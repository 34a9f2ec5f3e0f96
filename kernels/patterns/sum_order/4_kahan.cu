// The same sum by one thread that keeps track of what each addition lost and makes up for it in the next one (Kahan 1965). The
// result is about as good as if the sum had twice as many digits, for four operations per element instead of one. A compiler that
// treats additions as associative (-ffast-math on a CPU) would remove the correction; nvcc's --use_fast_math does not.
#include <cuda_fp16.h>

template <typename T>
__global__ void kahan(const T* a, T* total, int n) {
    T sum = T(0), extra = T(0);  // the excess of sum over the elements so far
    for (int i = 0; i < n; ++i) {
        //[step]
        T x = a[i] - extra;
        T next = sum + x;
        extra = (next - sum) - x;
        sum = next;
        //[/step]
    }
    total[0] = sum;
}
