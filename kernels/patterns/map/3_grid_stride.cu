// Schedule 3: a fixed number of threads, each with every so many-th element. The grid no longer depends on n.
template <typename T>
__device__ T f(T x) {
    return sin(x) * cos(x);
}

template <typename T>
__global__ void map_with_stride(const T* a, T* c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)  //[loop]
        c[i] = f(a[i]);                                                                       //[apply]
}
