__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ unsigned words[32];
    int x = threadIdx.x, first = blockIdx.x * n;
    int keep = x < n ? mask[first + x] : 0;
    unsigned w = __ballot_sync(0xffffffffu, keep != 0);
    words[x / 32] = w;
    int count = __syncthreads_count(keep), at = 0;
    for (int i = 0; i < x / 32; ++i) at += __popc(words[i]);
    at += __popc(w & ~(~0u << x % 32));
    if (keep) selected[first + at] = values[first + x];
    if (x == 0) counts[blockIdx.x] = count;
}
