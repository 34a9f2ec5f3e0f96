// Schedule 2: a thread per element. The function is that of step 1, and so is the line that applies it; only where i comes from is
// another.
template <typename T>
__device__ T f(T x) {
    return sin(x) * cos(x);
}

template <typename T>
__global__ void map_by_threads(const T* a, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = f(a[i]);  //[apply]
}
