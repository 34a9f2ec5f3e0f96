// The first warp of each block computes for all its threads, which pass the results on.
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    __shared__ T s[1024];
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x; k += 32) {
            int i = first + k;
            if (i >= n) break;
            const T* x = a + 4 * i;
            const T* y = b + 4 * i;
            s[k] = x[0] * y[0] + x[1] * y[2] + x[2] * y[1] + x[3] * y[3];
        }
    __syncthreads();
    if (first + threadIdx.x < n) trace[first + threadIdx.x] = s[threadIdx.x];
}
