// The first warp of each block computes for all its threads, which pass the results on.
template <typename T>
__global__ void add_one(T* a, int n) {
    __shared__ T sums[1024];
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x; k += 32)
            if (first + k < n) sums[k] = a[first + k] + T(1);
    __syncthreads();
    int i = first + threadIdx.x;
    if (i < n) a[i] = sums[threadIdx.x];
}
