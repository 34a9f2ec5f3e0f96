// Wrong on purpose: the right index without the guard. The threads past n write as well.
template <typename T>
__global__ void add_one_no_guard(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] + T(1);  //[store]
    (void)n;
}
