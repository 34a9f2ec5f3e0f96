// The first warp of each block computes for all its threads, which pass the results on.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    __shared__ T s[1024];
    int base = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x; k += 32) {
            if (base + k >= count || first + base + k >= n) break;
            T w = a[first + base + k];
            for (int r = 0; r < rounds; ++r) w = w + (T(20) - w) * T(0.01);
            s[k] = w;
        }
    __syncthreads();
    int k = base + threadIdx.x;
    if (k < count && first + k < n) c[first + k] = s[threadIdx.x];
}
