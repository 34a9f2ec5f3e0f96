// The reference of the counts: element by element.
__global__ void reference(const int* index, int* counts, int n) {
    for (int i = 0; i < n; ++i) counts[index[i]] = counts[index[i]] + 1;
}
