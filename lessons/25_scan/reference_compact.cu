// The reference of compact: the elements of each row that are not multiples of k, in their order and without gaps.
__global__ void reference(const int* a, int* kept, int rows, int n, int k) {
    for (int i = 0; i < rows; ++i) {
        int count = 0;
        for (int x = 0; x < n; ++x)
            if (a[i * n + x] % k != 0) kept[i * n + count++] = a[i * n + x];
    }
}
