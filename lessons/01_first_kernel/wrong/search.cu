// Every thread goes through the whole array and stops at its own element.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k)
        if (k == i) a[k] = a[k] + T(1);
}
