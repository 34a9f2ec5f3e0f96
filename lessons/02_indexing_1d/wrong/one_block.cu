// The first block does all the work: the index ignores blockIdx.x.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    if (blockIdx.x > 0) return;
    for (int k = threadIdx.x; k < n; k += blockDim.x) c[k] = a[k] + b[k];
}
