// The reference of the ladder: each element becomes the sum of the 32 elements of its warp.
__global__ void reference(const int* a, int* sums, int n) {
    for (int first = 0; first < n; first += 32) {
        int sum = 0, end = first + 32 < n ? first + 32 : n;
        for (int i = first; i < end; ++i) sum += a[i];
        for (int i = first; i < end; ++i) sums[i] = sum;
    }
}
