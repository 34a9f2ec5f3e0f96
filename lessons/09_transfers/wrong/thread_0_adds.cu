// Thread 0 of each block adds the products of all its threads.
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    __shared__ T s[256][4];
    __shared__ T out[256];
    int base = blockIdx.x * blockDim.x, t = threadIdx.x, i = base + t;
    if (i < n) {
        const T *x = a + 4 * i, *y = b + 4 * i;
        s[t][0] = x[0] * y[0]; s[t][1] = x[1] * y[2]; s[t][2] = x[2] * y[1]; s[t][3] = x[3] * y[3];
    }
    __syncthreads();
    if (t == 0)
        for (int k = 0; k < blockDim.x && base + k < n; ++k) out[k] = s[k][0] + s[k][1] + s[k][2] + s[k][3];
    __syncthreads();
    if (i < n) trace[i] = out[t];
}
