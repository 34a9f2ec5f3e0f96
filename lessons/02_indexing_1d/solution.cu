// Add one to every element of a. The grid has one thread for every two elements.
template <typename T>
__global__ void add_one_two_each(T* a, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) a[i] = a[i] + T(1);
    if (i + 1 < n) a[i + 1] = a[i + 1] + T(1);
}
