// The first warp of each block computes for all its threads, which pass the results on.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    __shared__ T s[1024];
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x; k += 32)
            if (first + k < n) s[k] = a[first + k] + b[(first + k) / length];
    __syncthreads();
    if (first + threadIdx.x < n) c[first + threadIdx.x] = s[threadIdx.x];
}
