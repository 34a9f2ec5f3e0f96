// Each thread adds 1, waits for its block, and adds 0: two loads and two stores for one element.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + T(1);
    __syncthreads();
    if (i < n) a[i] = a[i] + T(0);
}
