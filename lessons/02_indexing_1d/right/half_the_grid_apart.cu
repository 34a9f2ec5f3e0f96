// c = a + b. The grid has one thread for every two elements.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    if (thread < n) c[thread] = a[thread] + b[thread];
    if (thread + threads < n) c[thread + threads] = a[thread + threads] + b[thread + threads];
}
