// Wrong on purpose: every thread keeps its sum in a local variable, which is lost when the thread ends.
template <typename T>
__global__ void add_one_unsaved(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sum = a[i] + T(1);  //[sum]
    (void)sum;
}
