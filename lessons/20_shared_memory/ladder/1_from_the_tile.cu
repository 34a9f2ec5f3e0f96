// The tile is filled, with its halo. What remains is to use it.
template <typename T>
__global__ void add_neighbours_tiled(const T* a, T* c, int n) {
    __shared__ T tile[1024 + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = threadIdx.x + 1;
    tile[at] = i < n ? a[i] : T(0);
    if (threadIdx.x == 0) tile[0] = i > 0 ? a[i - 1] : T(0);
    if (threadIdx.x == blockDim.x - 1) tile[at + 1] = i + 1 < n ? a[i + 1] : T(0);
    __syncthreads();
    if (i >= n) return;
    T left = tile[at - 1], right = tile[at + 1];  //[line]
    c[i] = left + tile[at] + right;
}
