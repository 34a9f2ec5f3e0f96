// Every thread goes through all jobs before its own.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int job = 0;
    for (int first = length; first <= i; first += length) ++job;
    c[i] = a[i] + b[job];
}
