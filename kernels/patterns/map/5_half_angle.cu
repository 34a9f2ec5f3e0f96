// The same function by another formula, sin(x) cos(x) = sin(2 x) / 2: one call instead of two. The literals have the type of x.
template <typename T>
__global__ void map_half(const T* a, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = T(0.5) * sin(T(2) * a[i]);  //[apply]
}
