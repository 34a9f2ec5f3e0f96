// Wrong on purpose: the right index without the guard. When the blocks hold more threads than there are elements, the last
// threads access memory past the end of the arrays.
template <typename T>
__global__ void no_guard(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    c[i] = a[i] + b[i];
}
