// Step 2: removes most of the divergence. The threads that add are the first half of the block, then the first quarter, and so
// on, so most warps take part as a whole or not at all. The number of threads per block is a power of two, at most 256.
template <typename T>
__global__ void sum_sequential(const T* a, T* total, int n) {
    __shared__ T parts[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[threadIdx.x] = i < n ? a[i] : T(0);
    __syncthreads();
    //[tree]
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)                               //[branch]
            parts[threadIdx.x] += parts[threadIdx.x + half];  //[add]
        __syncthreads();                                      //[meet]
    }
    //[/tree]
    if (threadIdx.x == 0) atomicAdd(total, parts[0]);
}
