// Add one to every element of a. The grid has one thread for every two elements.
template <typename T>
__global__ void add_one_two_each(T* a, int n) {
    // TODO: this reaches one element a thread. Which two are this thread's own?
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + T(1);
}
