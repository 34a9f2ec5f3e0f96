// Indices of 16 bits: right for up to 65,536 elements.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    unsigned short i = blockIdx.x * 2 * blockDim.x + threadIdx.x, k = i + blockDim.x;
    if (i < n) c[i] = a[i] + b[i];
    if (k < n) c[k] = a[k] + b[k];
}
