// Neighbouring threads take products that are far apart.
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int rows = (n + 31) / 32;
    int i = t % 32 * rows + t / 32;
    if (t / 32 >= rows || i >= n) return;
    const T* x = a + 4 * i;
    const T* y = b + 4 * i;
    trace[i] = x[0] * y[0] + x[1] * y[2] + x[2] * y[1] + x[3] * y[3];
}
