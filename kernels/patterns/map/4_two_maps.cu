// The same result by two maps, one after the other, as with array expressions: first all sines, then all products. The sines
// go to memory and come back.
template <typename T>
__global__ void map_twice(const T* a, T* c, int n) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    //[maps]
    for (int i = first; i < n; i += step) c[i] = sin(a[i]);
    for (int i = first; i < n; i += step) c[i] = c[i] * cos(a[i]);  //[second]
    //[/maps]
}
