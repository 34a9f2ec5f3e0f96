// Every block computes all jobs: the result is right, and every element is written by all blocks.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i / length];
}
