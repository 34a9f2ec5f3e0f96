// The reference: how often each byte is in a.
__global__ void reference(const unsigned char* a, int* counts, int n) {
    for (int i = 0; i < n; ++i) ++counts[a[i]];
}
