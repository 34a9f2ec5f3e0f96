// c[i] = a[i] + b[job]. Job j has the elements from j * length to (j + 1) * length - 1; the last job may have fewer.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    // TODO: one block per job, and most of its threads are idle. Give each thread of the grid an element. Which job is it in?
    int job = blockIdx.x;
    if (threadIdx.x >= length) return;
    int i = job * length + threadIdx.x;
    if (i < n) c[i] = a[i] + b[job];
}
