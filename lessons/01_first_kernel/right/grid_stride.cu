// A grid-stride loop.
template <typename T>
__global__ void add_one(T* a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i]++;
}
