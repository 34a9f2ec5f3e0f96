// The reference of offsets: one thread, all in 64 bits.
__global__ void reference(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    for (int i = 0; i < n; ++i) {
        unsigned long long before = row[i];
        before *= pitch;
        offset[i] = before + column[i];
    }
}
