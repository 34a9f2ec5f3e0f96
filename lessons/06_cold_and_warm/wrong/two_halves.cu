// Half of the rounds one by one, the rest at once: rounded differently where the numbers are large.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T x = a[i];
    for (int r = 0; r < rounds / 2; ++r) x = x + T(1);
    a[i] = x + T(rounds - rounds / 2);
}
