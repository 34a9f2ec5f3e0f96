// As step 1, with one array in place of two and no barrier between reading a part and changing it.
template <typename T>
__global__ void scan_in_place(const T* a, T* sums, int rows, int n) {
    __shared__ T parts[1024];
    int x = threadIdx.x;
    parts[x] = x < n ? a[blockIdx.x * n + x] : T(0);
    __syncthreads();
    for (int away = 1; away < blockDim.x; away *= 2) {
        if (x >= away)
            parts[x] += parts[x - away];  //[add]
        __syncthreads();
    }
    if (x < n) sums[blockIdx.x * n + x] = parts[x];
}
