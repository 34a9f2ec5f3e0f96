// One thread does all the work.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0) return;
    for (int k = 0; k < n; ++k) c[k] = a[k] + b[k];
}
