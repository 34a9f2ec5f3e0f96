// Whose element is it? Each rank has a run of neighbouring elements, the last one perhaps fewer.
__global__ void owner(int* owners, int n, int ranks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int owner = i / ((n + ranks - 1) / ranks);
    owners[i] = owner;
}
