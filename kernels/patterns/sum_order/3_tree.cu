// The same sum by one block. Each thread adds up a share of the elements, and then half of the threads add pairs, then a quarter,
// and so on: a tree. Every element takes part in few additions, and sums of similar size are added. The order is fixed, so the
// result has the same bits in every run.
#include <cuda_fp16.h>

constexpr int THREADS = 1024;  // of one block

template <typename T>
__global__ void tree(const T* a, T* total, int n) {
    __shared__ T parts[THREADS];
    T sum = T(0);
    for (int i = threadIdx.x; i < n; i += THREADS) sum = sum + a[i];  //[share]
    parts[threadIdx.x] = sum;
    __syncthreads();
    //[pairs]
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)                                                   //[add]
            parts[threadIdx.x] = parts[threadIdx.x] + parts[threadIdx.x + half];  //[sum]
        __syncthreads();                                                          //[meet]
    }
    //[/pairs]
    if (threadIdx.x == 0) total[0] = parts[0];
}
