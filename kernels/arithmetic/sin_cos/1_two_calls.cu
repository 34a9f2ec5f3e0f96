// Step 1: c = sin(a) cos(a), one thread per element. Each of the two calls reduces its argument to one period.
template <typename T>
__global__ void sin_cos(const T* a, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = sin(a[i]) * cos(a[i]);
}
