// The first warp of each block computes for all its threads, which pass the results on.
template <typename T>
__global__ void largest_of_three(const T* from, T* to, int n) {
    __shared__ T s[1024];
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x; k += 32) {
            int i = first + k;
            if (i >= n) break;
            T x = from[i];
            if (i > 0 && from[i - 1] > x) x = from[i - 1];
            if (i + 1 < n && from[i + 1] > x) x = from[i + 1];
            s[k] = x;
        }
    __syncthreads();
    if (first + threadIdx.x < n) to[first + threadIdx.x] = s[threadIdx.x];
}
