// The division is made in 16 bits.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[(unsigned short)i / (unsigned short)length];
}
