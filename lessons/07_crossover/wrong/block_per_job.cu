// A block takes one job after another. Everything is computed, and most threads of each block are idle.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    if (threadIdx.x >= length) return;
    for (int job = blockIdx.x; job * length < n; job += gridDim.x) {
        int i = job * length + threadIdx.x;
        if (i < n) c[i] = a[i] + b[job];
    }
}
