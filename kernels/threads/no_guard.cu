// Wrong on purpose: the right index without the guard. When the blocks hold more threads than there are elements, the last
// threads write past the end.
template <typename T>
__global__ void no_guard(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    a[i] = a[i] + T(1);
}
