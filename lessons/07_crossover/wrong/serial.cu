// One thread does all the work.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i / length];
}
