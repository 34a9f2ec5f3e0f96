// Neighbouring threads take elements that are far apart.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int rows = (n + 31) / 32;
    int i = t % 32 * rows + t / 32;
    if (t / 32 >= rows || i >= n) return;
    c[i] = a[i] + b[i / length];
}
