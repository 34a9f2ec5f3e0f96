// Thread 0 of each block cools all cups of the block, and the other threads only load and store: their lanes wait for it.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    __shared__ T cups[1024];
    int local = blockIdx.x * blockDim.x + threadIdx.x;
    int i = first + local;
    bool mine = local < count && i < n;
    if (mine) cups[threadIdx.x] = a[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        int left = min(count, n - first) - int(blockIdx.x * blockDim.x);
        int have = left < int(blockDim.x) ? left : int(blockDim.x);
        for (int k = 0; k < have; ++k) {
            T warm = cups[k];
            for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
            cups[k] = warm;
        }
    }
    __syncthreads();
    if (mine) c[i] = cups[threadIdx.x];
}
