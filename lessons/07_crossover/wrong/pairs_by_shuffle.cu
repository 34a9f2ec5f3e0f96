// All lanes load and store; the even ones add for the odd ones.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = min(i, n - 1);
    T x = a[k], y = b[k / length];
    T u = __shfl_xor_sync(0xffffffffu, x, 1), v = __shfl_xor_sync(0xffffffffu, y, 1);
    T mine = T(0), theirs = T(0);
    if (threadIdx.x % 2 == 0) mine = x + y, theirs = u + v;
    T got = __shfl_xor_sync(0xffffffffu, theirs, 1);
    if (i < n) c[i] = threadIdx.x % 2 == 0 ? mine : got;
}
