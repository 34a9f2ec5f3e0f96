// The element is kept in shared memory from round to round.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    __shared__ T s[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = a[i];
    for (int r = 0; r < rounds; ++r) s[threadIdx.x] = s[threadIdx.x] + T(1);
    a[i] = s[threadIdx.x];
}
