// The first block scatters into shared memory, with atomics there, and none in global memory.
template <typename T>
__global__ void fold(const T* a, T* sums, int n, int period) {
    __shared__ T parts[1024];
    if (blockIdx.x > 0) return;
    for (int k = threadIdx.x; k < period; k += blockDim.x) parts[k] = T(0);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&parts[i % period], a[i]);
    __syncthreads();
    for (int k = threadIdx.x; k < period; k += blockDim.x) sums[k] = parts[k];
}
