// Step 2: removes the repeated loads. The block loads its elements once into shared memory, and one more on each side, the halo.
// After the barrier, each thread finds its neighbours there.
template <typename T>
__global__ void add_neighbours_tiled(const T* a, T* c, int n) {
    __shared__ T tile[1024 + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = threadIdx.x + 1;
    tile[at] = i < n ? a[i] : T(0);  //[fill]
    //[halo]
    if (threadIdx.x == 0)                            //[left]
        tile[0] = i > 0 ? a[i - 1] : T(0);           //[left_load]
    if (threadIdx.x == blockDim.x - 1)               //[right]
        tile[at + 1] = i + 1 < n ? a[i + 1] : T(0);  //[right_load]
    //[/halo]
    __syncthreads();  //[barrier]
    if (i >= n) return;
    c[i] = tile[at - 1] + tile[at] + tile[at + 1];  //[use]
}
