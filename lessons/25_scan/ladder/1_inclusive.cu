// kept gets the elements of each row that are not multiples of k. The scan counts them.
__global__ void compact(const int* a, int* kept, int rows, int n, int k) {
    __shared__ int counts[2][1024];
    int x = threadIdx.x, from = 0;
    int value = x < n ? a[blockIdx.x * n + x] : 0;
    int keep = value % k != 0;
    counts[from][x] = keep;
    __syncthreads();
    for (int away = 1; away < blockDim.x; away *= 2) {
        int sum = counts[from][x];
        if (x >= away) sum += counts[from][x - away];
        from = 1 - from;
        counts[from][x] = sum;
        __syncthreads();
    }
    int up_to = counts[from][x];
    int place = up_to - keep;  //[line]
    if (keep && place < n) kept[blockIdx.x * n + place] = value;
}
