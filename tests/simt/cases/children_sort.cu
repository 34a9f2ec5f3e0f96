//! entry: sort
//! launch: grid=1 block=32
//! options: trace=full order=all session=none
//! argument: i32[64]:iota
//! argument: i32:0
//! argument: i32:63
//! result: 0 = 0 1 2 3 4 5 6 7 8 9 10 11 12
// Quicksort by grids that launch grids: first the numbers are put out of order.
__global__ void sort_part(int* a, int first, int last, int depth) {
    if (first >= last || threadIdx.x != 0) return;
    const int pivot = a[(first + last) / 2];
    int i = first, j = last;
    while (i <= j) {
        while (a[i] < pivot) ++i;
        while (a[j] > pivot) --j;
        if (i > j) break;
        const int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
    }
    if (first < j) sort_part<<<1, 32>>>(a, first, j, depth + 1);
    if (i < last) sort_part<<<1, 32, 0, cudaStreamFireAndForget>>>(a, i, last, depth + 1);
}
__global__ void sort(int* a, int first, int last) {
    for (int i = threadIdx.x; i <= last; i += blockDim.x) a[i] = i * 29 % 64;
    __syncthreads();
    if (threadIdx.x == 0) sort_part<<<1, 32>>>(a, first, last, 1);
}
