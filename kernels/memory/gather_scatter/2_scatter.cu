// The same scatter with an atomic: loading, adding and storing are one step, and no other thread comes between. It makes one
// request per warp, and the lanes of that request that meet in a cell are served one after another.
__global__ void count_atomically(const int* index, int* counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(&counts[index[i]], 1);  //[add]
}
