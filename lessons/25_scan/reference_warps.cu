// The reference of the ladder: each 32 elements of a row are compacted within their places.
__global__ void reference(const int* a, int* kept, int rows, int n, int k) {
    for (int i = 0; i < rows; ++i)
        for (int first = 0; first < n; first += 32) {
            int count = 0, end = first + 32 < n ? first + 32 : n;
            for (int x = first; x < end; ++x)
                if (a[i * n + x] % k != 0) kept[i * n + first + count++] = a[i * n + x];
        }
}
