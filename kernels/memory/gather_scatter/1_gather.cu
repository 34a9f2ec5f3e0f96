// A gather: the index says where each thread reads. Threads may read the same cell, and each writes an element of its own.
__global__ void gather(const float* table, const int* index, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = table[index[i]];  //[gather]
}
