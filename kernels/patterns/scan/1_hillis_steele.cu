// Step 1: sums[i, x] = a[i, 0] + ... + a[i, x], the inclusive prefix sums of each row. A block has a row. At each level, every
// part gets the part that is 1, 2, 4, ... places before it; two arrays take turns, so that no thread reads what another one has
// already changed. The number of threads per block is a power of two, at least n and at most 1024.
template <typename T>
__global__ void scan_hillis_steele(const T* a, T* sums, int rows, int n) {
    __shared__ T parts[2][1024];
    int x = threadIdx.x, from = 0;
    parts[from][x] = x < n ? a[blockIdx.x * n + x] : T(0);
    __syncthreads();
    //[levels]
    for (int away = 1; away < blockDim.x; away *= 2) {
        T sum = parts[from][x];
        if (x >= away)                     //[branch]
            sum += parts[from][x - away];  //[add]
        from = 1 - from;
        parts[from][x] = sum;
        __syncthreads();
    }
    //[/levels]
    if (x < n) sums[blockIdx.x * n + x] = parts[from][x];
}
