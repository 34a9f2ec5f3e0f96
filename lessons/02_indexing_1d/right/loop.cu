// c = a + b. The grid has one thread for every two elements.
template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    const int per_block = 2 * blockDim.x;
    const int first = blockIdx.x * per_block;
    for (int place = threadIdx.x; place < per_block; place += blockDim.x) {
        const int i = first + place;
        if (i >= n) break;
        c[i] = a[i] + b[i];
    }
}
