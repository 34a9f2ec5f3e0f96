// One step of a ring: add the chunk that has come from the left neighbour to this rank's own. x has n elements in `ranks` chunks.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks;
    int chunk = (rank + step + 1) % ranks;
    int local = blockIdx.x * blockDim.x + threadIdx.x;
    int i = chunk * each + local;
    if (local >= each || i >= n) return;
    x[i] += incoming[local];
}
