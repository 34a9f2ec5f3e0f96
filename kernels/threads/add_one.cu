// Add one to every element, one thread an element. The index is the block's first element plus the thread's place in the
// block; threads past the end have nothing to do.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    if (i >= n) return;  //[guard]
    a[i] = a[i] + T(1);  //[store]
}
