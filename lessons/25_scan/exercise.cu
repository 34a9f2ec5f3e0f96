// selected[i] begins with the values of row i whose mask is 1, in their order, and counts[i] is their number. A block has a row.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    int x = threadIdx.x, row = blockIdx.x * n;
    if (x >= n) return;
    // TODO: each thread reads all of the mask before its element. Let the threads compute the sums together, and read the mask
    // once.
    int before = 0;
    for (int i = 0; i < x; ++i) before += mask[row + i];
    int keep = mask[row + x];
    if (keep) selected[row + before] = values[row + x];
    if (x == n - 1) counts[blockIdx.x] = before + keep;
}
