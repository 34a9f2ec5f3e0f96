// Each thread takes two elements, but not neighbours: i and i plus the number of threads.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i + gridDim.x * blockDim.x;
    if (i < n) c[i] = a[i] + b[i];
    if (k < n) c[k] = a[k] + b[k];
}
