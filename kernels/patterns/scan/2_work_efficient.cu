// Step 2: removes most of the additions. On the way up, a tree adds pairs, and leaves the sums of 2, 4, 8, ... neighbours at the
// end of each group. On the way down, these are added to the groups that follow. The number of threads per block is a power of
// two, at least n and at most 1024.
template <typename T>
__global__ void scan_work_efficient(const T* a, T* sums, int rows, int n) {
    __shared__ T parts[1024];
    int x = threadIdx.x;
    parts[x] = x < n ? a[blockIdx.x * n + x] : T(0);
    __syncthreads();
    //[up]
    for (int away = 1; away < blockDim.x; away *= 2) {
        int end = 2 * away * (x + 1) - 1;
        if (end < blockDim.x)                 //[up_branch]
            parts[end] += parts[end - away];  //[up_add]
        __syncthreads();
    }
    //[/up]
    //[down]
    for (int away = blockDim.x / 4; away > 0; away /= 2) {
        int end = 2 * away * (x + 1) - 1;
        if (end + away < blockDim.x)          //[down_branch]
            parts[end + away] += parts[end];  //[down_add]
        __syncthreads();
    }
    //[/down]
    if (x < n) sums[blockIdx.x * n + x] = parts[x];
}
