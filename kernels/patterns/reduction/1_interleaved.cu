// Step 1: total[0] += a[0] + ... + a[n - 1]. Each block adds up its elements in shared memory, as a tree: first neighbours, then
// pairs that are 2, 4, 8, ... places apart. At every level, the threads that add are spread over all warps. The number of threads
// per block is a power of two, at most 256.
template <typename T>
__global__ void sum_interleaved(const T* a, T* total, int n) {
    __shared__ T parts[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[threadIdx.x] = i < n ? a[i] : T(0);
    __syncthreads();
    //[tree]
    for (int away = 1; away < blockDim.x; away *= 2) {
        if (threadIdx.x % (2 * away) == 0)                    //[branch]
            parts[threadIdx.x] += parts[threadIdx.x + away];  //[add]
        __syncthreads();                                      //[meet]
    }
    //[/tree]
    if (threadIdx.x == 0) atomicAdd(total, parts[0]);
}
