// Even lanes compute for their odd neighbours, which get the results by shuffles.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned r = i < n ? row[i] : 0, c = i < n ? column[i] : 0, r1 = __shfl_down_sync(0xffffffffu, r, 1),
             c1 = __shfl_down_sync(0xffffffffu, c, 1);
    unsigned long long x = 0, y = 0;
    if (threadIdx.x % 2 == 0) {
        x = (unsigned long long)r * pitch + c;
        y = (unsigned long long)r1 * pitch + c1;
    }
    y = __shfl_up_sync(0xffffffffu, y, 1);
    if (i < n) offset[i] = threadIdx.x % 2 ? y : x;
}
