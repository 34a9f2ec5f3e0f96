// c = sin(a) cos(a), with a grid-stride loop.
template <typename T>
__global__ void map_twice(const T* a, T* c, int n) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (int i = first; i < n; i += step) { T x = a[i]; c[i] = sin(x) * cos(x); }  //[line]
}
