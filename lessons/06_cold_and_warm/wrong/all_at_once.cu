// One addition instead of `rounds`: it rounds once, where each of the launches rounds.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = a[i] + T(rounds);
}
