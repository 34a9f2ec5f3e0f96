// Block 1 begins where it did when a block computed blockDim.x elements: it computes half of those of block 0 again, if they are left.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i + blockDim.x;
    if (i < n && blockIdx.x == 0) c[i] = a[i] + b[i];
    if (k < n) c[k] = a[k] + b[k];
}
