// The tree of step 1: the parts that are added are the same, the threads that add them are others.
template <typename T>
__global__ void sum_interleaved(const T* a, T* total, int n) {
    __shared__ T parts[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[threadIdx.x] = i < n ? a[i] : T(0);
    __syncthreads();
    for (int away = 1; away < blockDim.x; away *= 2) {
        int to = 2 * away * threadIdx.x;  //[line]
        if (to < blockDim.x) parts[to] += parts[to + away];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, parts[0]);
}
