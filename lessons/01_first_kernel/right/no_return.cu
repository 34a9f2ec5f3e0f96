// Add one to every element of a.
template <typename T>
__global__ void add_one(T* a, int n) {
    const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < static_cast<unsigned>(n)) {
        a[i] += 1;
    }
}
