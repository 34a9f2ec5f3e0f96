// c = a + b: every thread computes `each` elements.
template <typename T>
__global__ void add(const T* a, const T* b, T* c, int n) {
    int threads = gridDim.x * blockDim.x;
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int each = (n + threads - 1) / threads;
    for (int k = 0; k < each; ++k) {
        int i = k * threads + me;  //[line]
        if (i < n) c[i] = a[i] + b[i];
    }
}
