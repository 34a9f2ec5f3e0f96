// Each thread takes two elements that are side by side, so those of neighbouring threads are two apart.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) c[i] = a[i] + b[i];
    if (i + 1 < n) c[i + 1] = a[i + 1] + b[i + 1];
}
