// Each stage in a function of its own; the threads of a block meet in one number in shared memory, by atomics there.
template <typename T>
__device__ void add_diagonal(const T* a, T* total, int n) {
    __shared__ T sum;
    if (threadIdx.x == 0) sum = T(0);
    __syncthreads();
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) atomicAdd(&sum, tanh(a[k * n + k]));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, sum);
}

template <typename T>
__device__ void add_total(const T* a, const T& total, T* c, int count) {
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) c[i] = total + a[i];
}

template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    if (stage == 1)
        add_diagonal(a, total, n);
    else
        add_total(a, *total, c, n * n);
}
