// c = a + b. The grid has one thread for every two elements.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    // TODO: this computes one element per thread. Where does a block begin if it computes 2 * blockDim.x of them?
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
