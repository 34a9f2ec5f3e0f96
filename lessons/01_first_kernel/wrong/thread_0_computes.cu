// Thread 0 adds for its whole block; the others only copy.
template <typename T>
__global__ void add_one(T* a, int n) {
    __shared__ T s[1024];
    int base = blockIdx.x * blockDim.x, i = base + threadIdx.x;
    if (i < n) s[threadIdx.x] = a[i];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < blockDim.x && base + k < n; ++k) s[k] = s[k] + T(1);
    __syncthreads();
    if (i < n) a[i] = s[threadIdx.x];
}
