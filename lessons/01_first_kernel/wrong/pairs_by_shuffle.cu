// Even lanes compute for their odd neighbour, which gets its sum by a shuffle.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = i < n ? a[i] : T(0);
    T y = __shfl_down_sync(0xffffffffu, x, 1);
    T mine = T(0), other = T(0);
    if (threadIdx.x % 2 == 0) {
        mine = x + T(1);
        other = y + T(1);
    }
    T got = __shfl_up_sync(0xffffffffu, other, 1);
    if (i < n) a[i] = threadIdx.x % 2 == 0 ? mine : got;
}
