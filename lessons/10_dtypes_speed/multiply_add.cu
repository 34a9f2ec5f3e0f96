#include <cuda_fp16.h>

// x = x * factor + addend, `steps` times for each element. A thread takes eight elements: their loads are all under way at the
// same time, and so are their steps.
template <typename T>
__global__ void multiply_add(const T* a, T* c, T factor, T addend, int steps, int n) {
    const int each = 8;
    int first = blockIdx.x * blockDim.x * each + threadIdx.x;
    T x[each];
    for (int k = 0; k < each; ++k) {
        int i = first + k * blockDim.x;
        x[k] = i < n ? a[i] : T(0);
    }
    for (int step = 0; step < steps; ++step)
        for (int k = 0; k < each; ++k) x[k] = x[k] * factor + addend;  //[step]
    for (int k = 0; k < each; ++k) {
        int i = first + k * blockDim.x;
        if (i < n) c[i] = x[k];
    }
}
