// Whose element is it? Each rank has a chunk of neighbouring elements; the last chunks may be shorter.
__global__ void owner(int* owners, int n, int ranks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int owner = i / ((n + ranks - 1) / ranks);
    owners[i] = owner;
}
