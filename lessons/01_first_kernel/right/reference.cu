// Add one to every element of a.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T& x = a[i];
    x = x + T(1);
}
