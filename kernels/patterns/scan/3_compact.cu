// Step 3: prefix sums as addresses. Each row of kept gets the elements of the row of a that are not multiples of k, in their
// order and without gaps. The scan counts, for each element, how many are kept up to it. The number of threads per block is a
// power of two, at least n and at most 1024.
__global__ void compact(const int* a, int* kept, int rows, int n, int k) {
    __shared__ int counts[2][1024];
    int x = threadIdx.x, from = 0;
    int value = x < n ? a[blockIdx.x * n + x] : 0;
    int keep = value % k != 0;  //[keep]
    counts[from][x] = keep;
    __syncthreads();
    for (int away = 1; away < blockDim.x; away *= 2) {
        int sum = counts[from][x];
        if (x >= away) sum += counts[from][x - away];
        from = 1 - from;
        counts[from][x] = sum;
        __syncthreads();
    }
    int before = counts[from][x] - keep;  //[before]
    if (keep)
        kept[blockIdx.x * n + before] = value;  //[store]
}
