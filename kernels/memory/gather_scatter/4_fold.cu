// A scatter by a rule: element i of a signal goes to i mod period. All elements that are a multiple of the period apart meet in one
// sum, so the smaller the period, the more lanes of a warp collide.
template <typename T>
__global__ void fold_atomically(const T* a, T* sums, int n, int period) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(&sums[i % period], a[i]);  //[add]
}
