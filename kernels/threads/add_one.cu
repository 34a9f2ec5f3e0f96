// Add one to every element, one thread per element. The index is the number of threads in the blocks before this one plus the
// thread's place in its block; threads past the end return.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    if (i >= n) return;  //[guard]
    a[i] = a[i] + T(1);  //[store]
}
