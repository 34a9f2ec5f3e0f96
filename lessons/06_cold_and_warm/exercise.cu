// Add one to every element, `rounds` times.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: this is one round, and there should be `rounds` of them. Read a[i] once and write it once.
    a[i] = a[i] + T(1);
    (void)rounds;
}
