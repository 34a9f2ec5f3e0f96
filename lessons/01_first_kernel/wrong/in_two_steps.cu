// Each thread adds 2, waits for its block, and subtracts 1: two loads and two stores for one element.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + T(2);
    __syncthreads();
    if (i < n) a[i] = a[i] - T(1);
}
