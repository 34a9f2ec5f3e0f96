// Cool the cups first .. first + count - 1 of n for `rounds` steps towards a room of 20 degrees.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    a += first;
    c += first;
    if (count > n - first) count = n - first;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    T warm = a[i];
    int round = 0;
    while (round++ < rounds) warm = warm * T(0.99) + T(20) * T(0.01);
    c[i] = warm;
}
