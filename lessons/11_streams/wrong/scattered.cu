// Neighbouring threads take cups that are far apart.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int rows = (count + 31) / 32;
    int k = t % 32 * rows + t / 32;
    if (t / 32 >= rows || k >= count || first + k >= n) return;
    T w = a[first + k];
    for (int r = 0; r < rounds; ++r) w = w + (T(20) - w) * T(0.01);
    c[first + k] = w;
}
