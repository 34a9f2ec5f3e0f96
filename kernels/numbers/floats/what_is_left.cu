// Adds the small number i to a big one and subtracts the big one again. left[i] is what remains of i, once the sum has been
// rounded to a T.
#include <cuda_fp16.h>

template <typename T>
__global__ void what_is_left(T* left, double start, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T big = T(start), small = T(i);
    //[sum]
    T sum = big + small;
    left[i] = sum - big;
    //[/sum]
}
