// The first warp does all the work.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 32) return;
    for (int k = i; k < n; k += 32) a[k] = a[k] + T(1);
}
