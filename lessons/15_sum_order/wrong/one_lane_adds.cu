// Lane 0 of each warp adds for all 32 lanes, and the other lanes only load and store.
#include <cuda_fp16.h>
template <typename T>
__global__ void sum_shares(const T* a, T* running, int n, int shares) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ T x[32], sum[32], extra[32];
    sum[threadIdx.x] = T(0), extra[threadIdx.x] = T(0);
    for (int first = k - int(threadIdx.x); first < n; first += shares) {
        int i = first + threadIdx.x;
        bool mine = k < shares && i < n;
        if (mine) x[threadIdx.x] = a[i];
        __syncwarp();
        if (threadIdx.x == 0)
            for (int l = 0; l < 32 && k + l < shares && first + l < n; ++l) {
                T add = x[l] - extra[l];
                T next = sum[l] + add;
                extra[l] = (next - sum[l]) - add;
                sum[l] = next;
            }
        __syncwarp();
        if (mine) running[i] = sum[threadIdx.x];
    }
}
