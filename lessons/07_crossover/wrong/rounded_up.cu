// The number of the job is rounded up: only the first element of each job gets the right one.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i] + b[(i + length - 1) / length];
}
