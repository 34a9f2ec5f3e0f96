// Every thread goes through the elements of its block and stops at its own.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.x * blockDim.x;
    for (int k = first; k < n && k < first + (int)blockDim.x; ++k)
        if (k == i) a[k] = a[k] + T(1);
}
