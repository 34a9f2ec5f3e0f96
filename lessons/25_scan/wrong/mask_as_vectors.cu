// The mask is in shared memory, and each thread adds up all of it before its element, 16 bytes at a time.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ uint4 kept[64];
    int x = threadIdx.x, row = blockIdx.x * n;
    unsigned char* k = (unsigned char*)kept;
    int value = x < n ? values[row + x] : 0;
    bool keep = x < n ? mask[row + x] : false;
    k[x] = keep;
    __syncthreads();
    int before = 0;
    for (int v = 0; v < x / 16; ++v) {
        uint4 q = kept[v];
        unsigned s = q.x + q.y + q.z + q.w;
        before += s * 0x01010101u >> 24;
    }
    uint4 q = kept[x / 16];
    unsigned w[4] = {q.x, q.y, q.z, q.w};
    for (int b = 0; b < x % 16; ++b) before += w[b / 4] >> 8 * (b % 4) & 1;
    if (keep) selected[row + before] = value;
    if (x == blockDim.x - 1) counts[blockIdx.x] = before + keep;
}
