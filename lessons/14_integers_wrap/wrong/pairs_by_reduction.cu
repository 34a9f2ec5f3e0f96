// Even lanes compute for their odd neighbours. Each pair passes numbers by reductions to which the receiving lane contributes 0.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned pair = 3u << threadIdx.x % 32 / 2 * 2;
    bool odd = threadIdx.x % 2;
    unsigned r = i < n ? row[i] : 0, c = i < n ? column[i] : 0, r1 = __reduce_add_sync(pair, odd ? r : 0u),
             c1 = __reduce_add_sync(pair, odd ? c : 0u);
    unsigned long long x = 0, y = 0;
    if (!odd) {
        x = (unsigned long long)r * pitch + c;
        y = (unsigned long long)r1 * pitch + c1;
    }
    unsigned low = __reduce_or_sync(pair, odd ? 0u : (unsigned)y), high = __reduce_or_sync(pair, odd ? 0u : (unsigned)(y >> 32));
    if (i < n) offset[i] = odd ? (unsigned long long)high << 32 | low : x;
}
