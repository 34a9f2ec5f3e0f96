// As many whole jobs as fit into a block: the block's last threads are idle, and so the last elements have no thread.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int jobs = blockDim.x / length, job = blockIdx.x * jobs + threadIdx.x / length;
    int i = job * length + threadIdx.x % length;
    if (threadIdx.x < jobs * length && i < n) c[i] = a[i] + b[job];
}
