// Add one to every element of a.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sum = a[i] + T(1);
    // TODO: sum ends with this thread. Store it where the host can find it.
    (void)sum;
}
