// One thread adds up the whole mask, eight elements per load.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ alignas(16) unsigned char keep[1024];
    __shared__ alignas(16) short before[1024];
    int x = threadIdx.x, row = blockIdx.x * n;
    int value = x < n ? values[row + x] : 0;
    keep[x] = x < n ? mask[row + x] : 0;
    __syncthreads();
    if (x == 0) {
        int sum = 0;
        for (int k = 0; k < blockDim.x; k += 8) {
            unsigned long long eight = *(unsigned long long*)(keep + k);
            short place[8];
            for (int b = 0; b < 8; ++b) {
                place[b] = sum;
                sum += eight >> 8 * b & 1;
            }
            *(int4*)(before + k) = *(int4*)place;
        }
        counts[blockIdx.x] = sum;
    }
    __syncthreads();
    if (keep[x]) selected[row + before[x]] = value;
}
