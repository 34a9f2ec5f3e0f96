// Neighbouring threads have elements that are a whole grid of blocks apart.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = threadIdx.x * gridDim.x + blockIdx.x;
    if (i >= n) return;
    a[i] = a[i] + T(1);
}
