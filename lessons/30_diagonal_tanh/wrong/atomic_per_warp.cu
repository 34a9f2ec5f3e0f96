// An atomic for each element of the diagonal.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (stage == 2) {
        if (i < n * n) c[i] = a[i] + total[0];
        return;
    }
    if (i < n) atomicAdd(total, tanh(a[i * (n + 1)]));
}
