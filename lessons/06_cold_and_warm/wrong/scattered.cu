// Neighbouring threads take elements that are far apart.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int rows = (n + 31) / 32;
    int i = t % 32 * rows + t / 32;
    if (t / 32 >= rows || i >= n) return;
    T x = a[i];
    for (int r = 0; r < rounds; ++r) x = x + T(1);
    a[i] = x;
}
