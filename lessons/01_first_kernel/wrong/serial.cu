// One thread does all the work.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0) return;
    for (int k = 0; k < n; ++k) a[k] = a[k] + T(1);
}
