// Whose each element is.
__global__ void reference(int* owner, int n, int ranks) {
    int each = (n + ranks - 1) / ranks;
    for (int i = 0; i < n; ++i) owner[i] = i / each;
}
