// The formula with literals of type double. 2.0 * x is a double for any x, so sin is that of doubles, and the product as well. The
// result is rounded to a float at the end.
template <typename T>
__global__ void map_half_in_double(const T* a, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = 0.5 * sin(2.0 * a[i]);  //[apply]
}
