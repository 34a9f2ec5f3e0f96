// One guard for both elements of a thread: the second one may be past the end when the first is not.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i] + b[i];
    c[i + blockDim.x] = a[i + blockDim.x] + b[i + blockDim.x];
}
