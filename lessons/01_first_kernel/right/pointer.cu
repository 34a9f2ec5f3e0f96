// Add one to every element of a.
template <typename T>
__device__ T more(T x) {
    return ++x;
}
template <typename T>
__global__ void add_one(T* a, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T* mine = a + i;
    *mine = more(*mine);
}
