// Each selected element takes a place from a counter. The places have no gaps, but a GPU gives them out in any order.
__global__ void select_rows(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    __shared__ int next;
    int x = threadIdx.x, row = blockIdx.x * n;
    if (x == 0) next = 0;
    __syncthreads();
    if (x < n && mask[row + x]) {
        int place = atomicAdd(&next, 1);
        selected[row + place] = values[row + x];
    }
    __syncthreads();
    if (x == 0) counts[blockIdx.x] = next;
}
