// The scatter turned into a gather: each thread has a cell, and looks for the elements that belong to it. No two threads write the
// same cell, so there are no atomics. But nothing says where a cell's elements are, so every thread reads the whole index.
__global__ void count_per_cell(const int* index, int* counts, int n, int cells) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells) return;
    int count = counts[cell];
    //[look]
    for (int i = 0; i < n; ++i)
        if (index[i] == cell) ++count;  //[test]
    //[/look]
    counts[cell] = count;  //[store]
}
