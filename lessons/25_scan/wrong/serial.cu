// One thread selects the elements of a row.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    if (threadIdx.x > 0) return;
    int row = blockIdx.x * n, count = 0;
    for (int x = 0; x < n; ++x)
        if (mask[row + x]) selected[row + count++] = values[row + x];
    counts[blockIdx.x] = count;
}
