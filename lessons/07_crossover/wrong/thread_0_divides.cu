// Thread 0 of each block works out the jobs of all its threads.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    __shared__ int job[1024];
    int base = blockIdx.x * blockDim.x, i = base + threadIdx.x;
    if (threadIdx.x == 0)
        for (int k = 0; k < blockDim.x; ++k) job[k] = (base + k) / length;
    __syncthreads();
    if (i < n) c[i] = a[i] + b[job[threadIdx.x]];
}
