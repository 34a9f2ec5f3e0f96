// The threads of block 0 compute what is left over for all blocks after theirs: half of it.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int first = blockIdx.x * 2 * blockDim.x, i = first + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
    if (blockIdx.x > 0) return;
    for (int block = 0; block < gridDim.x; ++block) {
        int k = (2 * block + 1) * blockDim.x + threadIdx.x;
        if (k < n) c[k] = a[k] + b[k];
    }
}
