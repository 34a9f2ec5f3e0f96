// Copies the elements from `shift` on; those before it stay as they are.
template <typename T>
__global__ void copy_tail(const T* a, T* c, int n, int shift) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int i = thread;
    if (i < shift || i >= n) return;
    c[i] = a[i];
}
