// c = sin(a) cos(a), by the formula sin(2 x) / 2.
template <typename T>
__global__ void map_half(const T* a, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T x = a[i];
    c[i] = T(0.5) * sin(T(2) * x);  //[line]
}
