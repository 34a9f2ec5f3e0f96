// Each element of a, twice: wide has 2 * n elements, and the launch has a thread for each of them.
template <typename T>
__global__ void twice(const T* a, T* wide, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 * n) wide[i] = a[i / 2];  //[line]
}
