// Every thread goes through the whole array and stops at its own two elements.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k)
        if (k == i || k == i + (int)blockDim.x) c[k] = a[k] + b[k];
}
