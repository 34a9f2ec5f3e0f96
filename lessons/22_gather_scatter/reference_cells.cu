// The reference of the counts with a thread per cell: element by element.
__global__ void reference(const int* index, int* counts, int n, int cells) {
    for (int i = 0; i < n; ++i) counts[index[i]] = counts[index[i]] + 1;
}
