// The reference of the transposed matrices: one thread, one matrix after another.
__global__ void reference(const float* a, float* c, int n) {
    for (int i = 0; i < n; ++i)
        for (int element = 0; element < 4; ++element) c[4 * i + element] = a[4 * i + element % 2 * 2 + element / 2];
}
