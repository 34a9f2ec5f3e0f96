// A scatter: the index says where each thread writes. Threads with equal indices load the same old count, and all but one of
// their stores are lost.
__global__ void count_plain(const int* index, int* counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    //[update]
    int cell = index[i];
    int old = counts[cell];  //[load]
    counts[cell] = old + 1;  //[store]
    //[/update]
}
