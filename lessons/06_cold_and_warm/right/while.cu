// Add one to every element, `rounds` times.
template <typename T>
__device__ T after(T x, int rounds) {
    while (rounds-- > 0) x += 1;
    return x;
}
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = after(a[i], rounds);
}
